import type { CompletionContext } from "@codemirror/autocomplete";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { check } from "@/components/form/code/editor/check";
import { handleEscape } from "@/components/form/code/editor/escape";
import { Reported } from "@/components/form/code/editor/reported";
import { baseSetup } from "@/components/form/code/editor/setup";
import type { Language, Marks, Names, ShownProblem } from "@/components/form/code/language/language";

type EditorOptions = {
  language: Language;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  readOnly: boolean;
  startsAt: number | null;
  /** HTML attributes of the element that takes the focus. */
  attributes: Record<string, string>;
  marks: Marks | undefined;
  names: Names | undefined;
  onProblems: (problems: ShownProblem[]) => void;
};

/** On changes that come from the form. */
const fromForm = Annotation.define<boolean>();

type Latest = { current: EditorOptions & { t: ReturnType<typeof useTranslations<"form.code">> } };

/** A CodeMirror editor within the element, which shows the value and reports changes. */
export function useEditorView(host: RefObject<HTMLDivElement | null>, options: EditorOptions) {
  const t = useTranslations("form.code");
  const latest = useRef({ ...options, t });
  const view = useRef<EditorView>(null);
  const lock = useRef(new Compartment());
  const reported = useRef<Reported>(null);

  useEffect(() => {
    latest.current = { ...options, t };
    if (view.current && reported.current) update(view.current, lock.current, reported.current, options);
  });

  useEffect(() => {
    if (!host.current) return;
    reported.current = new Reported(latest.current.value);
    const editor = new EditorView({
      parent: host.current,
      doc: latest.current.value,
      extensions: [baseSetup(host.current, latest.current.t), lock.current.of([]), reporting(latest, reported.current)],
    });
    view.current = editor;
    if (latest.current.startsAt !== null) goTo(editor, latest.current.startsAt);
    const release = handleEscape(editor, host.current);
    return () => {
      release();
      editor.destroy();
      view.current = null;
    };
  }, [host]);

  return view;
}

/** What reports to the form, and reads from it. */
const reporting = (latest: Latest, reported: Reported): Extension => [
  latest.current.language.extension,
  completing(latest),
  EditorView.contentAttributes.of(() => latest.current.attributes),
  check({
    language: latest.current.language,
    t: latest.current.t,
    marks: () => latest.current.marks,
    report: (problems) => latest.current.onProblems(problems),
  }),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (!docChanged || transactions.some((transaction) => transaction.annotation(fromForm))) return;
    const text = state.doc.toString();
    reported.add(text);
    latest.current.onChange(text);
  }),
  EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
];

/** Completes the names that the form knows, beside what the language itself suggests. */
function completing(latest: Latest): Extension {
  const autocomplete = (context: CompletionContext) => {
    const { language, names } = latest.current;
    return names && language.completeNames ? language.completeNames(context, names) : null;
  };
  return EditorState.languageData.of(() => [{ autocomplete }]);
}

/** Takes over what the form has changed; a transaction also renews the attributes. */
function update(view: EditorView, lock: Compartment, reported: Reported, { value, readOnly }: EditorOptions): void {
  const isFromForm = reported.isFromForm(value) && value !== view.state.doc.toString();
  view.dispatch({
    changes: isFromForm ? { from: 0, to: view.state.doc.length, insert: value } : undefined,
    annotations: fromForm.of(isFromForm),
    effects: readOnly === view.state.readOnly ? [] : lock.reconfigure(EditorState.readOnly.of(readOnly)),
  });
}

/** Puts the cursor there, in the middle of what is shown. */
export function goTo(view: EditorView | null, position: number): void {
  view?.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: "center" }) });
  view?.focus();
}
