/** A fault, and its remedy, in words for operators. The message is both, in one line. */
export class Fault extends Error {
  override name = 'Fault';
  readonly what: string;
  readonly todo: string;

  constructor(what: string, todo: string, options?: ErrorOptions) {
    super(todo ? `${what}: ${todo}` : what, options);
    this.what = what;
    this.todo = todo;
  }
}
