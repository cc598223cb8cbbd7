import type { NewView, View, ViewChanges, ViewList } from '@adwarden/contract/views/views';
import { inWriteTurn } from '../../db/commit-order.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound, takenField } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { definedFields } from '../../kit/defined-fields.ts';
import { newId } from '../../kit/ids.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import { withinBytes } from '../../quotas/stored-bytes.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { hasList, isMine, mayChange, mayShare, mayUse, seesShared } from './views.policy.ts';
import { presentView } from './views.present.ts';
import { viewsQuota } from './views.quota.ts';
import * as store from './views.store.ts';
import type { StoredView } from './views.table.ts';

export type ViewsService = ReturnType<typeof createViews>;

/** Builds what people do with saved views (ADR 39). The log of changes has no entries about them. */
export function createViews({ db, clock }: { db: Db; clock: Clock }) {
  /** Runs one writer at a time, so that names, numbers and bytes are counted exactly. */
  const write = <T>(author: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
    inWriteTurn(db, (tx) => withinBytes({ tx, author }, () => work(tx)));

  function mustHaveList(actor: Actor, list: ViewList): void {
    if (!hasList(actor, list)) throw new AppError('forbidden', 'You do not have this list');
  }

  async function usable(tx: Db, actor: Actor, id: string): Promise<StoredView> {
    const view = await store.findView(tx, actor, id);
    if (!view || !mayUse(actor, view)) throw notFound('View');
    return view;
  }

  /** Refuses (409) a name that another view in the same place has. */
  async function mustBeFree(tx: Tx, view: StoredView): Promise<void> {
    const { ownerKind: kind, ownerId: id, shared } = view;
    const place = { person: { kind, id }, shared };
    if (await store.isNameTaken(tx, place, view)) {
      throw takenField('name', `There is a view “${view.name}” already`);
    }
  }

  return {
    /** Returns the views of a list that the actor may use, by name; 403 for a list that owners do not have. */
    async of(actor: Actor, list: ViewList): Promise<View[]> {
      mustHaveList(actor, list);
      const rows = await store.viewsOf(db, actor, { list, shared: seesShared(actor) });
      return rows.map((row) => presentView(row, actor));
    },

    /** Returns a view that the actor may use; 404 for any other. */
    read: async (actor: Actor, id: string): Promise<View> =>
      presentView(await usable(db, actor, id), actor),

    /** Saves a view; 403 for an owner who shares, 409 for a name in use or one view too many. */
    async add(actor: Actor, form: NewView, noteMade?: NoteMade): Promise<View> {
      mustHaveList(actor, form.list);
      if (form.shared) mustShare(actor);
      const at = clock();
      const view: StoredView = {
        ...form,
        id: newId(),
        ownerKind: actor.kind,
        ownerId: actor.id,
        ownerName: actor.fullName,
        createdAt: at,
        changedAt: at,
      };
      await write(actor, async (tx) => {
        await mustBeFree(tx, view);
        await mustHaveRoom(tx, actor, viewsQuota);
        await store.insertView(tx, view);
        await noteMade?.(tx, view.id);
        if (view.isDefault) await store.setDefault(tx, actor, view);
      });
      return presentView(view, actor);
    },

    /**
     * Changes a view: absent fields stay. `isDefault` is about the actor only. Any administrator may change a shared view; only
     * the person who made it may make it private again.
     */
    update: (actor: Actor, id: string, { isDefault, ...changes }: ViewChanges): Promise<View> =>
      write(actor, async (tx) => {
        const before = await usable(tx, actor, id);
        if (Object.keys(changes).length > 0) mustMayChange(actor, before);
        const { name, query, sort, columns, shared } = { ...before, ...definedFields(changes) };
        if (shared && !before.shared) mustShare(actor);
        if (!shared && before.shared && !isMine(actor, before)) {
          throw new AppError('forbidden', `Only ${before.ownerName} can make this view private`);
        }
        const after: StoredView = {
          ...before,
          name,
          query,
          sort,
          columns,
          shared,
          isDefault: isDefault ?? before.isDefault,
        };
        if (Object.keys(changes).length > 0) {
          after.changedAt = clock();
          await mustBeFree(tx, after);
          await store.updateView(tx, after);
          if (!shared && before.shared) await store.dropDefaultsOfOthers(tx, id, actor);
        }
        if (after.isDefault !== before.isDefault) await store.setDefault(tx, actor, after);
        return presentView(after, actor);
      }),

    /** Deletes a view, which is then nobody's default any more. */
    remove: (actor: Actor, id: string): Promise<{ id: string; name: string }> =>
      write(actor, async (tx) => {
        const view = await usable(tx, actor, id);
        mustMayChange(actor, view);
        const { name } = view;
        await store.deleteView(tx, id);
        return { id, name };
      }),
  };
}

/** Refuses (403) to change what others see, to whoever may not share. */
function mustMayChange(actor: Actor, view: StoredView): void {
  if (mayChange(actor, view)) return;
  throw new AppError('forbidden', 'Shared views are changed by administrators');
}

function mustShare(actor: Actor): void {
  if (!mayShare(actor)) throw new AppError('forbidden', 'Only administrators share views');
}
