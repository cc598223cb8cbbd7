import { damageNamed, isDamaged } from './db/errors.ts';
import type { Logger } from './kit/logger.ts';

/** A server's knowledge of damage in its database. It stays until a check finds none. */
export type Damage = {
  /** Returns the known damage, for operators; '' while none is known. */
  words(): string;
  /** Takes each error of the database. Errors that do not speak of damage change nothing. */
  note(error: unknown): void;
  /** Forgets the damage: the whole database was checked and is sound, or another one is in its place. */
  over(): void;
};

const mostCharacters = 200;

/** The first words of every text about damage, in `/readyz` too. */
export const damageHead = 'the database is damaged';

/** Returns the damage that an error speaks of, in words for `/readyz`, findings, doctor and System Check. */
export function damageIn(error: unknown): string {
  const said = damageNamed((error as Error).message)
    .replaceAll(/[\s;]+/g, ' ')
    .replace(/^\*\*\* in database main \*\*\* /, '');
  return `${damageHead} (${said.slice(0, mostCharacters)})`;
}

/** Builds the memory of the damage that errors of the database report (ADR 110). */
export function createDamage(logger: Logger): Damage {
  let words = '';
  return {
    words: () => words,
    note(error) {
      if (!isDamaged(error) || words !== '') return;
      words = damageIn(error);
      logger.fatal({ err: error }, 'the database is damaged: restore the newest good backup');
    },
    over() {
      if (words !== '') logger.warn('the database is damaged no more');
      words = '';
    },
  };
}
