import { useUndo } from '../../lib/use-undo.ts';
import { toastSaved } from './action-toast.tsx';

type Saved = { message: string; data: { version: number } };

/**
 * Returns a function that shows the toast of a saved edit, with an Undo. `before` is what the save has replaced. There
 * is no Undo when it is null (a new thing), or when the save has changed nothing.
 */
export function useSavedToast() {
  const undo = useUndo();
  return ({ message, data: { version } }: Saved, before: { version: number } | null): void => {
    const isSame = version === before?.version;
    toastSaved(message, before === null || isSame ? null : () => undo(version));
  };
}
