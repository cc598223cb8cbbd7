/** Calls `reached` when the pointer or the focus reaches a link of this site; returns a function that ends this. */
export function onLinkReached(reached: (link: HTMLAnchorElement) => void): () => void {
  const listener = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (link && link.origin === window.location.origin) reached(link);
  };
  document.addEventListener('pointerover', listener, { passive: true });
  document.addEventListener('focusin', listener);
  return () => {
    document.removeEventListener('pointerover', listener);
    document.removeEventListener('focusin', listener);
  };
}
