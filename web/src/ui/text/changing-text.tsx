/**
 * A text that changes. A browser that translates the page puts its own text in the place of this one, and React would change the
 * old one, which nobody sees. So each text has an element of its own.
 */
export function ChangingText({ children: text }: { children: string }) {
  return <span key={text}>{text}</span>;
}
