import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the `admin` rows that may sign in with a password although `OIDC_ONLY` is on (ADR 142): those whom the shell has made so, and
 * the oldest administrator. `without`: the id of one who does not count, because they are about to lose their access.
 */
export function isLocalAdmin(without = ''): RawBuilder<boolean> {
  return sql<boolean>`(admin.local = 'on' or admin.id = (select oldest.id from admin oldest
    where oldest.enabled = 'on' and oldest.role = 'admin' and oldest.id != ${without}
    order by oldest."createdAt", oldest.id limit 1))`;
}
