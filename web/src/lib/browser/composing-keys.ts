/**
 * Keys that belong to a word that an input method composes, such as the Enter that ends a Japanese word: no handler of the page
 * gets them, so that nothing is sent, chosen or closed. Safari says of this Enter by its key code only. Must come before every
 * other listener of the window.
 */
export function keepComposingKeys(window: Window): void {
  const keep = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === codeOfInputMethods) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', keep, true);
}

/** The key code of a key that an input method has taken (UI Events, section 8.3). */
const codeOfInputMethods = 229;
