/**
 * Tells the values that a form sets from those that its editor has reported. The form shows each report again when React
 * renders it, and until then it may render an older one once more: taking that over would undo what was typed since.
 */
export class Reported {
  private readonly pending: string[] = [];

  constructor(private shown: string) {}

  /** Somebody has changed the editor's text. */
  add(text: string): void {
    this.pending.push(text);
  }

  /** Whether the form's value is its own, which the editor has to take over. */
  isFromForm(value: string): boolean {
    const report = this.pending.indexOf(value);
    const isNew = report < 0 && value !== this.shown;
    this.pending.splice(0, isNew ? this.pending.length : report + 1);
    this.shown = value;
    return isNew;
  }
}
