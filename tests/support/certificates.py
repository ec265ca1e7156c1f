"""Certificates of a problem, checked by the program that users have for them."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from types import ModuleType

from excover.search.proof import ProofFile


class Case:
    """A problem in a ``file`` for the checker; certificates of it begin with ``head``."""

    def __init__(self, checker: ModuleType, file: Path, head: str) -> None:
        self.problem = checker.Problem(file)
        self._checker, self._head, self._certificate = checker, head, file.with_name("certificate")

    def proven(self, certificate: bytes) -> int:
        """The number; ValueError or zlib.error if the certificate is wrong."""
        self._certificate.write_bytes(certificate)
        number: int = self._checker.proven(self.problem, self._certificate)
        return number

    def of(self, text: str) -> int:
        """The number that a certificate with these lines, and right digests, proves."""
        into = io.BytesIO()
        file = ProofFile(into, self._head, 10**9)
        file.write(text.encode())
        file.close()
        return self.proven(into.getvalue())


def body(certificate: bytes) -> str:
    """Its lines."""
    return zlib.decompress(certificate[certificate.index(b"\n") + 1 : -32]).decode()
