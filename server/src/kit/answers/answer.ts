import { STATUS_CODES } from 'node:http';

/** Placeholders in the values of fields for the parts that differ between answers with the same head. */
export const bodyLength = '\0length';
export const entityTag = '\0tag';

/** An answer that is not sent yet: it knows no socket. */
export type Answer = {
  readonly head: Head;
  /** The entity tag that replaces `entityTag`; '' in a head without one. */
  readonly tag: string;
  /** One character for each byte (Latin-1). It is not sent to HEAD. */
  readonly body: string;
};

/** Builds an answer that is always the same, from its head and its body. */
export const fixedAnswer = (head: Head, body = ''): Answer => ({ head, tag: '', body });

/** The status and the fields of answers. One head serves many of them. */
export class Head {
  readonly status: number;
  readonly #fields: readonly string[];
  /** The text in front of the length, between length and tag, and behind the tag. */
  readonly #texts: readonly [string, string, string];
  readonly #hasLength: boolean;

  /** Builds the head. `fields` is a flat list: name, value, name, value. The length stands before the tag. */
  constructor(status: number, fields: readonly string[]) {
    this.status = status;
    this.#fields = fields;
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`;
    this.#hasLength = text.includes(bodyLength);
    const [before, rest] = this.#hasLength ? halves(text, bodyLength) : ['', text];
    this.#texts = [before, ...halves(rest, entityTag)];
  }

  /** Returns the fields of an answer, as `writeHead` of `node:http` takes them. */
  fieldsOf({ tag, body }: Answer): string[] {
    return this.#fields.map((value) =>
      value === bodyLength ? String(body.length) : value === entityTag ? tag : value,
    );
  }

  /** Returns the first line and the lines of the fields of an answer. */
  textOf({ tag, body }: Answer): string {
    const [before, between, after] = this.#texts;
    return this.#hasLength
      ? `${before}${body.length}${between}${tag}${after}`
      : `${between}${tag}${after}`;
  }
}

function halves(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
