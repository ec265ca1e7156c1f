// A solid that is turned by mouse, finger and keys; taken apart; cut layer by layer; and built piece by piece: in the page of
// `--html`, and in the playground. Cells come with their points, and are drawn from the furthest to the nearest
// (excover/render/solids.py says why that is right).

// `place` has a canvas, ranges for layers, pieces and how far apart they are, and an output that tells what is seen. `show` gets
// the cells of a board (SolidCells of excover/render/html.py) and pieces: { cells, fill, word } each.
export function turnable(place) {
  const canvas = place.querySelector("canvas");
  const pen = canvas.getContext("2d");
  const [height, steps, apart] = place.querySelectorAll("input[type=range]");
  const told = place.querySelector("output");
  const START = { turn: Math.PI / 4, tilt: Math.atan(Math.SQRT1_2), zoom: 1 };
  const INK = "#1a1a1a", SOFT = "#5b5b5b";
  let view = { ...START };
  let board = null; // what all solutions share, and from it:
  let cells, rings, faces, balls, layers, normals;
  const sides = new Map(); // the faces at each side of one
  let pieces = []; // in the order in which they are put in: { cells, fill, word, way }
  let owner = new Map(); // the piece of each cell that is shown
  let size = 1;
  let center = [0, 0, 0];

  const minus = (a, b) => a.map((at, k) => at - b[k]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const most = (numbers) => numbers.reduce((one, other) => Math.max(one, other), 0); // of any number
  const middle = (points) => [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  function read(found) {
    board = found;
    ({ cells, rings, faces, balls, layers } = board);
    normals = faces.map((list) => list.map(([, ring]) => {
      const [a, b, c] = ring.map((at) => rings[at]);
      const [p, q] = [minus(b, a), minus(c, b)];
      const normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
      return normal.map((at) => at / Math.hypot(...normal));
    }));
    sides.clear();
    faces.forEach((list, cell) => list.forEach(([, ring], face) => ring.forEach((a, k) => {
      const key = side(a, ring[(k + 1) % ring.length]);
      sides.set(key, [...(sides.get(key) || []), [cell, face]]);
    })));
  }

  // Whether a cell of one piece is straight below a cell of another one, which must come later.
  function carries(one, other) {
    return one.cells.some((a) => other.cells.some((b) => cells[a][2] > cells[b][2] + 1e-6
      && Math.hypot(cells[a][0] - cells[b][0], cells[a][1] - cells[b][1]) < 0.7));
  }

  // From the bottom; each piece, if there is such an order, after all that are below it.
  function ordered(found) {
    const left = [...found].sort((a, b) => b.low - a.low);
    const order = [];
    while (left.length) {
      const free = left.findIndex((one) => !left.some((other) => other !== one && carries(other, one)));
      order.push(...left.splice(Math.max(0, free), 1));
    }
    return order;
  }

  function show(found, parts) {
    if (found !== board) read(found);
    const all = parts.flatMap((part) => part.cells);
    center = middle(all.map((cell) => cells[cell]));
    size = 1.8 + 2 * most(all.map((cell) => Math.hypot(...minus(cells[cell], center))));
    pieces = ordered(parts.filter((part) => part.cells.length).map((part) => {
      const own = middle(part.cells.map((cell) => cells[cell]));
      return { ...part, way: minus(own, center), low: own[2] };
    }));
    for (const [range, end] of [[height, most(layers) + 1], [steps, pieces.length]]) {
      range.max = end; // before the value, which it limits
      range.value = end;
    }
    apart.value = 0;
    view = { ...START };
    choose();
  }

  function choose() {
    const count = Number(steps.value), high = Number(height.value), all = Number(height.max);
    owner = new Map();
    pieces.slice(0, count).forEach((piece, at) => {
      for (const cell of piece.cells) if (layers[cell] >= all - high) owner.set(cell, at);
    });
    const last = pieces[count - 1];
    const cut = high < all ? `; the lowest ${high} of ${all} layers` : "";
    told.textContent = `${count} of ${pieces.length} pieces${count < pieces.length ? `, ${last.word} was the last` : ""}${cut}`;
    draw();
  }

  function draw() {
    const box = canvas.getBoundingClientRect(), fine = window.devicePixelRatio || 1;
    canvas.width = box.width * fine;
    canvas.height = box.height * fine;
    const { turn, tilt, zoom } = view;
    const [sin, cos, rise, far] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
    const eye = [sin * far, cos * far, -rise], right = [cos, -sin, 0], down = [sin * rise, cos * rise, far];
    const light = [0, 1, 2].map((k) => (0.55 * eye[k] - 0.8 * down[k] - 0.25 * right[k]) / 1.0025);
    const spread = Number(apart.value) / 40;
    const scale = zoom * Math.min(canvas.width, canvas.height) / (size * (1 + spread));
    const moved = (point, at) => point.map((value, k) => value - center[k] + spread * pieces[at].way[k]);
    const seen = (point) => [canvas.width / 2 + scale * dot(point, right), canvas.height / 2 + scale * dot(point, down)];
    const line = scale * 0.05;
    pen.lineJoin = pen.lineCap = "round";
    const near = [...owner].map(([cell, at]) => [cell, at, moved(cells[cell], at)]);
    near.sort((a, b) => dot(a[2], eye) - dot(b[2], eye));
    const heads = new Map(near.map(([cell, at]) => [at, cell])); // the nearest cell of each piece
    for (const [cell, at, point] of near) {
      const lit = balls ? ball(seen(point), scale / 2, pieces[at].fill, line) : solid(cell, at);
      if (heads.get(at) === cell && lit) label(lit, pieces[at].word, scale * (balls ? 0.5 : 0.42));
    }

    function solid(cell, at) {
      let head = null;
      faces[cell].forEach(([other, ring], face) => {
        const normal = normals[cell][face];
        const on = owner.get(other);
        if (dot(normal, eye) < 1e-6 || on === at || (on !== undefined && !spread)) return;
        const places = ring.map((corner) => seen(moved(rings[corner], at)));
        pen.beginPath();
        places.forEach(([x, y], k) => k ? pen.lineTo(x, y) : pen.moveTo(x, y));
        pen.closePath();
        pen.fillStyle = shaded(pieces[at].fill, 0.68 + 0.32 * Math.max(0, dot(normal, light)));
        pen.fill();
        ring.forEach((corner, k) => {
          const next = (k + 1) % ring.length;
          const flat = continues(cell, at, normal, corner, ring[next]);
          pen.beginPath();
          pen.moveTo(...places[k]);
          pen.lineTo(...places[next]);
          pen.lineWidth = flat ? line / 3 : line;
          pen.strokeStyle = flat ? SOFT : INK;
          pen.stroke();
        });
        const facing = dot(normal, eye);
        if (facing > 0.3 && (!head || facing > head.facing)) {
          const n = places.length;
          head = { facing, x: places.reduce((s, p) => s + p[0], 0) / n, y: places.reduce((s, p) => s + p[1], 0) / n };
        }
      });
      return head;
    }

    // Whether the same piece goes on, in the same plane, beyond a side of a face.
    function continues(cell, at, normal, a, b) {
      return faces[cell].some(([other]) => owner.get(other) === at && faces[other].some(([beyond, ring], face) =>
        owner.get(beyond) === undefined && ring.includes(a) && ring.includes(b) && dot(normals[other][face], normal) > 0.999))
        || around(cell, at, normal, a, b);
    }

    // The same for cells that touch only along that side.
    function around(cell, at, normal, a, b) {
      return (sides.get(side(a, b)) || []).some(([other, face]) => other !== cell && owner.get(other) === at
        && owner.get(faces[other][face][0]) !== at && dot(normals[other][face], normal) > 0.999);
    }
  }

  const side = (a, b) => a < b ? `${a},${b}` : `${b},${a}`;

  function ball([x, y], radius, fill, line) {
    const shine = pen.createRadialGradient(x - radius / 3, y - radius / 2.5, radius / 10, x, y, radius);
    shine.addColorStop(0, "#ffffff");
    shine.addColorStop(0.25, fill);
    shine.addColorStop(1, shaded(fill, 0.75));
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = shine;
    pen.fill();
    pen.lineWidth = line;
    pen.strokeStyle = INK;
    pen.stroke();
    return { x, y };
  }

  function label({ x, y }, word, high) {
    pen.font = `${high}px Helvetica, Arial, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = high / 6;
    pen.strokeStyle = "#ffffff";
    pen.strokeText(word, x, y);
    pen.fillStyle = INK;
    pen.fillText(word, x, y);
  }

  function shaded(fill, light) {
    const parts = [1, 3, 5].map((at) => Math.round(parseInt(fill.slice(at, at + 2), 16) * Math.min(1, light)));
    return `rgb(${parts.join(",")})`;
  }

  function rotate(across, up) {
    view.turn += across;
    view.tilt = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, view.tilt + up));
    draw();
  }

  function enlarge(times) {
    view.zoom = Math.min(8, Math.max(0.25, view.zoom * times));
    draw();
  }

  const KEYS = {
    ArrowLeft: () => rotate(-0.1, 0), ArrowRight: () => rotate(0.1, 0), ArrowUp: () => rotate(0, 0.1), ArrowDown: () => rotate(0, -0.1),
    "+": () => enlarge(1.1), "=": () => enlarge(1.1), "-": () => enlarge(1 / 1.1), Home: () => { view = { ...START }; draw(); },
  };
  canvas.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  const held = new Map(); // the mouse, or each finger
  const gap = () => { const [a, b] = [...held.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.clientX, event.clientY]);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const wide = held.size === 2 ? gap() : 0;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (wide) enlarge(gap() / wide);
    else if (held.size === 1) rotate((before[0] - event.clientX) / 120, (event.clientY - before[1]) / 120);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => held.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); enlarge(Math.exp(-event.deltaY / 500)); }, { passive: false });

  for (const range of [height, steps]) range.addEventListener("input", choose);
  apart.addEventListener("input", draw);
  new ResizeObserver(() => { if (pieces.length) draw(); }).observe(canvas);
  return { show, draw };
}
