"""Compiles the native core for Pyodide: a side module, which Python in a browser imports as any other module.

    pip install ziglang==0.17.1 nanobind
    python tools/wasm_core.py [FILE] [--jobs N]

FILE is `excover/apps/play/static/core.wasm` by default. This runs with Python 3.12 or newer, whose headers
have the stable ABI that nanobind needs, and without Emscripten: a side module is what LLVM's linker makes by
`-shared` (https://github.com/WebAssembly/tool-conventions/blob/main/DynamicLinking.md). Pyodide exports all
of its C library, of libc++ and of the unwinder; zig brings the headers:

* Those of musl are of 32-bit ARM, but for the types of sizes, which are `long` in WebAssembly.
* libc++ has the names of Emscripten's (`std::__2`): what is not in its headers comes from Pyodide.
* Exceptions are those of WebAssembly, with the tag that Pyodide exports.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "excover" / "native"
CORE = ROOT / "excover" / "apps" / "play" / "static" / "core.wasm"

COMPILE = (
    "--target=wasm32-unknown-emscripten -nostdinc -nostdinc++ -fPIC -fvisibility=hidden -fwasm-exceptions"
)
COMPILE += (
    " -msimd128 -mbulk-memory -O3 -DNDEBUG -std=c++20 -fno-strict-aliasing -include Python.h -include cstdio"
)

# What is __config_site elsewhere, which zig leaves to flags.
LIBRARY = {
    "ABI_VERSION": 2, "ABI_NAMESPACE": "__2", "ABI_FORCE_ITANIUM": 0, "ABI_FORCE_MICROSOFT": 0,
    "HAS_MUSL_LIBC": 1, "HAS_THREADS": 1, "HAS_THREAD_API_PTHREAD": 1, "HAS_THREAD_API_EXTERNAL": 0,
    "HAS_THREAD_API_WIN32": 0, "HAS_MONOTONIC_CLOCK": 1, "HAS_TERMINAL": 1, "HAS_FILESYSTEM": 1,
    "HAS_RANDOM_DEVICE": 1, "HAS_LOCALIZATION": 1, "HAS_UNICODE": 1, "HAS_WIDE_CHARACTERS": 1,
    "HAS_TIME_ZONE_DATABASE": 0, "PSTL_BACKEND_SERIAL": 1, "HAS_VENDOR_AVAILABILITY_ANNOTATIONS": 0,
    "HARDENING_MODE_DEFAULT": 2, "ASSERTION_SEMANTIC_DEFAULT": 4,
}  # fmt: skip

LINK = "-shared --experimental-pic --no-entry --export=PyInit__core --unresolved-symbols=import-dynamic"
LINK += " --import-memory --strip-all --gc-sections"

# Of newer versions of libc++ than Pyodide's. Nothing waits for another thread where there is none.
WITHOUT_THREADS = """
#include <atomic>
_LIBCPP_BEGIN_NAMESPACE_STD
__cxx_contention_t __atomic_monitor_global(const void*) noexcept { return 0; }
void __atomic_wait_global_table(const void*, __cxx_contention_t) noexcept { __builtin_trap(); }
void __atomic_notify_one_global_table(const void*) noexcept {}
void __atomic_notify_all_global_table(const void*) noexcept {}
_LIBCPP_END_NAMESPACE_STD
"""

SIZES = {
    "SHORT": 2, "INT": 4, "LONG": 4, "LONG_LONG": 8, "VOID_P": 4, "SIZE_T": 4, "UINTPTR_T": 4, "WCHAR_T": 4,
    "PID_T": 4, "OFF_T": 8, "TIME_T": 8, "FLOAT": 4, "DOUBLE": 8, "LONG_DOUBLE": 16, "_BOOL": 1,
}  # fmt: skip
"""Bytes of types of C on wasm32."""


def sources() -> list[Path]:
    """Those of CMakeLists.txt, and nanobind's own in one file."""
    import nanobind

    listed = re.findall(r"^ +([\w/]+\.cpp)\)?$", (NATIVE / "CMakeLists.txt").read_text(), re.M)
    return [Path(nanobind.source_dir()) / "nb_combined.cpp", *(NATIVE / name for name in listed)]


def python_headers(folder: Path) -> None:
    """Those of this Python, with the sizes of wasm32."""
    headers = Path(sysconfig.get_path("include"))
    if sys.version_info < (3, 12) or not (headers / "Python.h").is_file():
        sys.exit("this needs a Python of 3.12 or newer, with its headers")
    for path in headers.iterdir():  # a header is looked for beside the one that includes it
        if path.name != "pyconfig.h":
            (folder / path.name).symlink_to(path)
    has = ["STDINT_H", "STDDEF_H", "SYS_TYPES_H", "WCHAR_H", "LONG_LONG", "UINTPTR_T"]
    lines = [f"SIZEOF_{name} {size}" for name, size in SIZES.items()] + [f"HAVE_{name} 1" for name in has]
    lines += ["ALIGNOF_LONG 4", "ALIGNOF_SIZE_T 4", "ALIGNOF_MAX_ALIGN_T 16", "WITH_DOC_STRINGS 1"]
    (folder / "pyconfig.h").write_text("".join(f"#define {line}\n" for line in lines))


def include_flags(zig: Path, folder: Path) -> list[str]:
    """The headers of C and C++, of Python and nanobind."""
    import nanobind

    library = zig / "lib"
    musl = library / "libc" / "include"
    types = (musl / "arm-linux-musl" / "bits" / "alltypes.h").read_text()
    (folder / "bits").mkdir()
    own_types = types.replace("#define _Addr int", "#define _Addr long").replace(
        "#define _REDIR_TIME64 1\n", ""
    )
    (folder / "bits" / "alltypes.h").write_text(own_types)
    system = [
        folder,
        *(library / name / "include" for name in ("libcxx", "libcxxabi", "")),
        *(musl / name for name in ("arm-linux-musl", "generic-musl")),
        Path(nanobind.include_dir()),
        Path(nanobind.include_dir()).parent / "ext" / "robin_map" / "include",
    ]
    return [f"-I{NATIVE}", *(f"-isystem{path}" for path in system)]


def compile_all(zig: Path, folder: Path, jobs: int) -> list[Path]:
    """The object files."""
    python_headers(folder)
    (folder / "without_threads.cpp").write_text(WITHOUT_THREADS)
    library = [f"-D_LIBCPP_{name}={value}" for name, value in LIBRARY.items()]
    flags = [
        *COMPILE.split(),
        *library,
        "-D_GNU_SOURCE",
        "-DPy_LIMITED_API=0x030C0000",
        *include_flags(zig, folder),
    ]

    def compile_one(number: int, path: Path) -> Path:
        made = folder / f"{number}.o"
        own = ["-DNB_BUILD"] if path.name == "nb_combined.cpp" else []
        subprocess.run([zig / "zig", "clang", *flags, *own, "-c", path, "-o", made], check=True)
        return made

    paths = [*sources(), folder / "without_threads.cpp"]
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(compile_one, range(len(paths)), paths))


def main() -> None:
    import ziglang

    asked = argparse.ArgumentParser(description="Compiles the native core for Pyodide.")
    asked.add_argument("file", nargs="?", type=Path, default=CORE)
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    zig = Path(ziglang.__file__).parent
    with TemporaryDirectory() as name:
        objects = compile_all(zig, Path(name), options.jobs)
        subprocess.run([zig / "zig", "wasm-ld", *LINK.split(), *objects, "-o", options.file], check=True)
    print(f"{options.file}: {options.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
