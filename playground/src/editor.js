// The editor: CodeMirror with our language, errors under the words, and sizes at the ends of lines.
import { autocompletion, closeCompletion } from "@codemirror/autocomplete";
import { isolateHistory, redo, undo } from "@codemirror/commands";
import { indentService, indentUnit } from "@codemirror/language";
import { linter, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { language } from "./highlight.js";
import { LETTERS, NAME_BEFORE } from "./words.js";

const setHints = StateEffect.define();

class HintWidget extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = this.text;
    return hint;
  }
}

const hintField = StateField.define({
  create: () => Decoration.none,
  update(hints, change) {
    hints = hints.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setHints)) continue;
      const size = change.state.doc.length;
      const placed = effect.value.filter((hint) => hint.at <= size);
      hints = Decoration.set(
        placed.map((hint) => Decoration.widget({ widget: new HintWidget(hint.text), side: 1 }).range(hint.at)),
        true,
      );
    }
    return hints;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const DRAWN = /^[ \t]*\|/;

// Of a line that Enter begins: none, as most statements begin there, and blanks that are typed as well would make stairs. In
// YAML, and in lines that are open, that of the line before stays.
function indentation(context, at) {
  const before = context.state.doc.lineAt(at);
  const isYaml = /^(?:\s*(?:#.*)?\n)*excover[ \t]*:/.test(context.state.sliceDoc(0, 2000));
  return isYaml && !DRAWN.test(before.text) ? null : 0;
}

// A bar that begins a line of a drawing stands below that of the line before, or behind two blanks.
function barTyped(view, from, to, text) {
  const { state } = view;
  const line = state.doc.lineAt(from);
  if (text !== "|" || from !== to || to !== line.to || line.text.trim() || line.number === 1 || state.sliceDoc(0, 7) === "excover") return false;
  const above = state.doc.line(line.number - 1).text;
  const insert = `${DRAWN.test(above) ? /^[ \t]*/.exec(above)[0] : "  "}|`;
  view.dispatch({ changes: { from: line.from, to, insert }, selection: { anchor: line.from + insert.length }, userEvent: "input.type", scrollIntoView: true });
  return true;
}

// Text over a selection. A browser would join lines by itself, and keep their looks by inline styles, which the policy of the page
// refuses; so it is left to the editor, as typing elsewhere is (brackets are closed, and so on).
function typedOver(event, view) {
  const { from, to, empty } = view.state.selection.main;
  if (event.inputType !== "insertText" || event.data === null || empty || view.composing) return false;
  const insert = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.data, insert));
  if (!isHandled) view.dispatch(insert());
  return true;
}

// Whether changes replace all of a text.
function isOfAll(changes) {
  let found = false;
  changes.iterChangedRanges((from, to) => (found = from === 0 && to === changes.length));
  return found && changes.length > 0;
}

export class Editor {
  constructor(parent, { patterns, nonce, changed, complete }) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          basicSetup,
          language(patterns),
          autocompletion({ override: [(context) => completed(context, complete)] }),
          lintGutter(),
          linter(null),
          hintField,
          indentUnit.of("  "),
          indentService.of(indentation),
          EditorView.inputHandler.of(barTyped),
          EditorView.lineWrapping,
          EditorView.domEventHandlers({ beforeinput: typedOver }),
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ "aria-label": "Description of the puzzle", spellcheck: "false" }),
          EditorView.updateListener.of((update) => update.docChanged && changed(isOfAll(update.changes))),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Replaces all of the text, as one step of undo; the first text is none, because there is nothing before it.
  set text(text) {
    const annotations = [this.opened ? isolateHistory.of("full") : Transaction.addToHistory.of(false)];
    this.opened = true;
    this.edit({ from: 0, to: this.view.state.doc.length, insert: text }, annotations);
  }

  // The edit of an error, unless the text has changed since it was checked: then its places are others.
  fix(edit) {
    if (this.text === this.checked) this.edit(edit);
  }

  edit({ from, to, insert }, annotations = []) {
    this.view.dispatch({ changes: { from, to, insert }, annotations, scrollIntoView: true });
  }

  // As one step of undo, however soon others come.
  editAlone(edit) {
    this.edit(edit, [isolateHistory.of("full")]);
  }

  closeCompletions() {
    closeCompletion(this.view);
  }

  undo() {
    undo(this.view);
  }

  redo() {
    redo(this.view);
  }

  // Shows what was found for a text.
  show(found, text) {
    this.checked = text;
    const size = this.view.state.doc.length;
    const diagnostics = (found.diagnostics ?? []).map((each) => ({
      from: Math.min(each.from, size),
      to: Math.min(Math.max(each.to, each.from), size),
      severity: each.severity,
      message: [each.label ? `${each.message}: ${each.label}` : each.message, ...each.help].join("\n"),
      source: each.code,
      actions: each.fixes.map((fix) => ({ name: fix.title, apply: () => this.fix(fix) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    this.view.dispatch({ effects: setHints.of(found.hints ?? []) });
  }

  goTo(place) {
    this.view.dispatch({ selection: { anchor: Math.min(place, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }
}

async function completed(context, complete) {
  const word = context.matchBefore(NAME_BEFORE);
  if (!word && !context.explicit && !/[.[("]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) {
    return null;
  }
  const found = await complete(context.pos);
  if (context.aborted || !found.options?.length) return null;
  // Nothing is left to complete of a whole word, and Enter is to begin a line.
  const isWhole = (text) => found.options.some((each) => each.label === text);
  if (!context.explicit && isWhole(context.state.sliceDoc(found.from, context.pos))) return null;
  return { from: found.from, options: found.options, validFor: (text) => LETTERS.test(text) && !isWhole(text) };
}
