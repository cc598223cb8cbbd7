/** What only a browser or a web view has. React Native has `addEventListener` nowhere: the app calls `wake` there. */
declare const document:
  | { visibilityState: string; addEventListener: Listen; removeEventListener: Listen }
  | undefined;
declare const addEventListener: Listen;
declare const removeEventListener: Listen;
type Listen = (event: string, listener: () => void) => void;

/** Calls `wake` when a page is online or visible again, and when Cordova resumes. Returns a function that ends this. */
export function onWakeUp(wake: () => void): () => void {
  if (typeof document === 'undefined' || typeof document.addEventListener !== 'function') {
    return () => {};
  }
  const page = document;
  const see = () => {
    if (page.visibilityState !== 'hidden') wake();
  };
  addEventListener('online', wake);
  page.addEventListener('visibilitychange', see);
  page.addEventListener('resume', wake);
  return () => {
    removeEventListener('online', wake);
    page.removeEventListener('visibilitychange', see);
    page.removeEventListener('resume', wake);
  };
}
