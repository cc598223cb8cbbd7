import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { chunkMissing, toastMissingChunk } from '../lib/browser/missing-chunk.ts';
import { ErrorPanel } from './feedback/error-panel.tsx';
import { Loading } from './feedback/loading.tsx';

/*
 * Parts of a page that are in chunks of their own. After an update of the server a chunk may be gone. Then only the
 * part fails: the page around it stays, with everything that is typed in it. React's own `lazy` would throw, which
 * replaces the whole page by an error, and never loads again.
 */

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part that is loaded while `isWanted`, its failure, and how to try again. It stays loaded for all who use it. */
function loadedPart<Props>(load: Load<Props>) {
  let part: ComponentType<Props> | null = null;
  return function usePart(isWanted: boolean, onFailed: () => void) {
    const [Part, setPart] = useState(() => part);
    const failed = useEffectEvent(onFailed);
    useEffect(() => {
      if (Part || !isWanted) return;
      let isAwaited = true;
      load().then(
        (loaded) => {
          part = loaded;
          if (isAwaited) setPart(() => loaded);
        },
        () => isAwaited && failed(),
      );
      return () => {
        isAwaited = false;
      };
    }, [Part, isWanted]);
    return Part;
  };
}

/** A dialog that is loaded at its first opening. If that fails, it closes and a toast says why. */
export function lazyDialog<Props extends { opened: boolean; onClose: () => void }>(
  load: Load<Props>,
): ComponentType<Props> {
  const usePart = loadedPart(load);
  return function LazyDialog(props: Props) {
    const Part = usePart(props.opened, () => {
      props.onClose();
      void toastMissingChunk();
    });
    return Part && <Part {...props} />;
  };
}

/** The content of a dialog or a section that is loaded when it is shown, with a button to try again in its place. */
export function lazyPanel<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const usePart = loadedPart(load);
  return function LazyPanel(props: Props) {
    const [hasFailed, setFailed] = useState(false);
    const Part = usePart(!hasFailed, () => setFailed(true));
    if (Part) return <Part {...props} />;
    if (!hasFailed) return <Loading />;
    return <ErrorPanel message={`${chunkMissing}.`} onRetry={() => setFailed(false)} />;
  };
}

/** Something beside the content of a page, loaded when it is shown. While it is not there, nothing stands in its place. */
export function lazyExtra<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const usePart = loadedPart(load);
  return function LazyExtra(props: Props) {
    const Part = usePart(true, () => {});
    return Part && <Part {...props} />;
  };
}
