import type { App } from '@adwarden/contract/apps';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { toastError } from '../../../lib/toasts.ts';
import { inPage } from '../../../ui/data-table/use-table-state.ts';
import { goBackFromDialog } from '../../../ui/dialog/dialog-stack.ts';
import { type AppPage, type AppsQuestion, type appListQuery, byID } from '../apps.api.ts';
import { cameFrom } from '../came-from.ts';

type Options = {
  /** The list, which usually has the app. */
  result: { data: AppPage | undefined; isFetching: boolean };
  listQuery: (query: AppsQuestion) => ReturnType<typeof appListQuery>;
  /** The app in the open form; null when no form of an existing app is open. */
  openID: string | null;
  open: (app: App, field: string) => void;
  close: () => void;
};

/** Whether the entry in the browser's history was added when the form was opened, so that the list's one is before it. */
const hasListBefore = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  'hasListBefore' in state &&
  state.hasListBefore === true;

type Step = [app: App | null, among?: readonly string[]];

/**
 * Keeps the app in the form in the address, as `edit=<app ID>`. So a form can be linked, is there again after a reload,
 * and opens from a link, maybe at one of its fields (`field`). The address is the only truth: `show` writes it, and the
 * form follows it. Opening a form adds an entry to the browser's history, and closing it goes back to the list's.
 */
export function useFormAddress({ result, listQuery, openID, open, close }: Options) {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const id = parameters.get('edit');
  const known = useRef<App | null>(null);
  /** The form that was closed; the browser is going back to the list's entry. */
  const leaving = useRef<string | null>(null);
  const afterLeaving = useRef<Step | null>(null);
  const latest = useRef({ parameters, setParameters, state, close, navigate });
  latest.current = { parameters, setParameters, state, close, navigate };

  /** Opens the form of an app, or closes it. `among`: the app is still one of those of the link. */
  const [show] = useState(() => (...[app, among = []]: Step) => {
    if (leaving.current !== null) {
      afterLeaving.current = [app, among];
      return;
    }
    const next = new URLSearchParams(latest.current.parameters);
    const before = next.get('edit');
    next.delete('field');
    if (app) next.set('edit', app.appID);
    else next.delete('edit');
    known.current = app;
    const isAdded = before === null || hasListBefore(latest.current.state);
    if (!app && before === null) return latest.current.close();
    if (!app && isAdded) {
      leaving.current = before;
      latest.current.close();
      goBackFromDialog(() => void latest.current.navigate(-1));
      return;
    }
    latest.current.setParameters(next, {
      replace: before !== null,
      preventScrollReset: true,
      flushSync: true,
      state: { ...inPage, among, hasListBefore: app !== null && isAdded },
    });
  });

  const rows = [...(result.data?.data ?? []), ...(known.current ? [known.current] : [])];
  const listed = rows.find(({ appID }) => appID === id);
  const isMissing = id !== null && id !== openID && !listed && !result.isFetching;
  const found = useQuery({ ...listQuery(byID(id ?? '')), enabled: isMissing });
  const isAnswered = isMissing && found.isSuccess && !found.isPlaceholderData;
  const app = listed ?? (isAnswered ? found.data.data.find(({ appID }) => appID === id) : null);

  const onAddress = useEffectEvent(() => {
    if (id !== null && id === leaving.current) return;
    leaving.current = null;
    const then = afterLeaving.current;
    afterLeaving.current = null;
    // React cannot render synchronously in an effect.
    if (then) setTimeout(() => show(...then));
    if (id === openID) return;
    if (id === null) close();
    else if (app) open(app, parameters.get('field') ?? '');
    else if (isAnswered) {
      toastError('This is not in the list any more');
      setParameters(
        (now) => {
          now.delete('edit');
          now.delete('field');
          return now;
        },
        { replace: true, preventScrollReset: true, state: inPage },
      );
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAddress` reads them, and must run when they change
  useEffect(() => {
    onAddress();
  }, [id, app, isAnswered]);

  return { show, among: cameFrom(state).among };
}
