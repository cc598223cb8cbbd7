import type { NewPastedList, PastedList } from '@adwarden/contract/pasted/pasted-lists';
import { inWriteTurn } from '../../db/commit-order.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { newId, sha256 } from '../../kit/ids.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { termsOf, termsWithoutApp } from '../../sight/pasted-lists.store.ts';
import { deleteOlder, saveList } from './pasted-lists.store.ts';

export type PastedLists = ReturnType<typeof createPastedLists>;

/** Builds what people do with pasted lists (ADR 82). The log of changes has no entries about them. */
export function createPastedLists({ db }: { db: Db }) {
  const answer = async (actor: Actor, id: string, terms: string[]): Promise<PastedList> => ({
    id,
    terms: terms.length,
    missing: await termsWithoutApp(db, terms, seenApps(actor)),
  });

  return {
    /** Stores a list, each text once. The same list of the same person keeps its id. */
    async add(actor: Actor, form: NewPastedList): Promise<PastedList> {
      const terms = [...new Set(form.terms)];
      const text = JSON.stringify(terms);
      const owner = { ownerKind: actor.kind, ownerId: actor.id };
      const { id } = await inWriteTurn(db, async (tx) => {
        const list = { id: newId(), ...owner, digest: sha256(text), terms: text };
        const saved = await saveList(tx, list);
        await deleteOlder(tx, owner);
        return saved;
      });
      return answer(actor, id, terms);
    },

    /** Finds a list; 404 for one that the actor does not see. */
    async find(actor: Actor, id: string): Promise<PastedList> {
      const terms = await termsOf(db, id, actor);
      if (terms.length === 0) throw notFound('List');
      return answer(actor, id, terms);
    },
  };
}
