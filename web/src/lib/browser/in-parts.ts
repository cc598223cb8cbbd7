/**
 * Does long work part by part, each in a task of its own, so that the page stays quick meanwhile. `onEnd` gets the result.
 * Returns the function that stops the work.
 */
export function inParts<T>(work: Iterator<void, T>, onEnd: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const goOn = () => {
    const part = work.next();
    if (part.done) onEnd(part.value);
    else timer = setTimeout(goOn);
  };
  timer = setTimeout(goOn);
  return () => clearTimeout(timer);
}
