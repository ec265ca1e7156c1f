// Bundles the page into excover/apps/play/static, and lists the licences of what is bundled. The first line of the
// bundle has the hash of its sources, which tests/apps/test_playground_server.py compares.
import { createHash } from "node:crypto";
import { build } from "esbuild";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const sources = ["package-lock.json", ...readdirSync("src").sort().map((name) => `src/${name}`), "../excover/render/turn.js"];
const hash = createHash("sha256");
for (const file of sources) hash.update(readFileSync(file));

const made = await build({
  entryPoints: { play: "src/main.js", worker: "src/worker.js" },
  outdir: "../excover/apps/play/static",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome103", "firefox113", "safari16.4"],
  legalComments: "none",
  metafile: true,
  banner: { js: `/* playground/src ${hash.digest("hex")}; licences: licenses/playground.txt */` },
});

const folders = Object.keys(made.metafile.inputs)
  .filter((file) => file.startsWith("node_modules/"))
  .map((file) => file.match(/^node_modules\/(@[^/]+\/)?[^/]+/)[0]);

const licences = [...new Set(folders)].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${folder} has no licence`);
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
const rule = `\n${"=".repeat(78)}\n\n`;
const head = "excover/apps/play/static/play.js contains these packages (listed by playground/build.mjs):\n";
writeFileSync("../licenses/playground.txt", [head, ...licences].join(rule));
