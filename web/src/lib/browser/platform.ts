/** Whether shortcuts have ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
