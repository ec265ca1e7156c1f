// A menu of the versions that stand beside this one, which `build.py --into` lists in versions.json.
addEventListener("DOMContentLoaded", async () => {
  const top = new URL(document.documentElement.dataset.content_root, location.href);
  const list = await fetch(new URL("../versions.json", top)).then((answer) => answer.json()).catch(() => []);
  if (list.length < 2) return;
  const menu = document.createElement("select");
  menu.className = "versions";
  menu.setAttribute("aria-label", "Version");
  const own = top.pathname.split("/").at(-2);
  for (const name of list) menu.append(new Option(name, name, name === own, name === own));
  menu.addEventListener("change", async () => {
    const other = new URL(`../${menu.value}/`, top);
    const page = new URL(location.href.slice(top.href.length), other);
    const found = await fetch(page, { method: "HEAD" }).catch(() => ({ ok: false }));
    location.href = found.ok ? page : other;
  });
  document.querySelector(".sidebar-brand")?.after(menu);
});
