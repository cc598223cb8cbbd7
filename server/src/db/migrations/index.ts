import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';
import { usage } from './0002-usage.ts';
import { knownNetworks } from './0003-known-networks.ts';
import { versions } from './0004-versions.ts';
import { iconsInTheLog } from './0005-icons-in-the-log.ts';
import { changeSearch } from './0006-change-search.ts';
import { pauses } from './0007-pauses.ts';
import { changeRequests } from './0008-change-requests.ts';
import { findings } from './0009-findings.ts';
import { batches } from './0010-batches.ts';
import { views } from './0011-views.ts';
import { appWatches } from './0012-app-watches.ts';
import { listTriggers } from './0013-list-triggers.ts';
import { changeTexts } from './0014-change-texts.ts';
import { batchApps } from './0015-batch-apps.ts';
import { pauseOrigins } from './0016-pause-origins.ts';
import { sight } from './0017-sight.ts';
import { appListTraffic } from './0019-app-list-traffic.ts';
import { logBytes } from './0020-log-bytes.ts';
import { watchPeople } from './0021-watch-people.ts';
import { usageSenders } from './0022-usage-senders.ts';
import { edges } from './0023-edges.ts';
import { traffic } from './0024-traffic.ts';
import { appAccounts } from './0025-app-accounts.ts';
import { events } from './0026-events.ts';
import { channels } from './0027-channels.ts';
import { storedBytes } from './0028-stored-bytes.ts';
import { alarms } from './0029-alarms.ts';
import { keptTime } from './0030-kept-time.ts';
import { narrowIndexes } from './0031-narrow-indexes.ts';
import { mutedFindings } from './0032-muted-findings.ts';
import { replacedTokens } from './0033-replaced-tokens.ts';
import { signsOfCountries } from './0038-signs-of-countries.ts';
import { filters } from './0040-filters.ts';
import { searchFold } from './0041-search-fold.ts';
import { idempotencyKeys } from './0043-idempotency-keys.ts';
import { invitations } from './0044-invitations.ts';
import { administrators } from './0045-administrators.ts';
import { roles } from './0046-roles.ts';
import { apiKeys } from './0047-api-keys.ts';
import { factors } from './0048-factors.ts';
import { openSessions } from './0050-open-sessions.ts';
import { knownCountries } from './0051-known-countries.ts';
import { confirmedSessions } from './0052-confirmed-sessions.ts';
import { factorLinks } from './0053-factor-links.ts';
import { ownersEmail } from './0054-owners-email.ts';
import { passkeys } from './0055-passkeys.ts';
import { singleSignOn } from './0056-single-sign-on.ts';
import { lostClaims } from './0057-lost-claims.ts';
import { keysByState } from './0058-keys-by-state.ts';

/** All migrations by name, in order. A released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-usage': usage,
  '0003-known-networks': knownNetworks,
  '0004-versions': versions,
  '0005-icons-in-the-log': iconsInTheLog,
  '0006-change-search': changeSearch,
  '0007-pauses': pauses,
  '0008-change-requests': changeRequests,
  '0009-findings': findings,
  '0010-batches': batches,
  '0011-views': views,
  '0012-app-watches': appWatches,
  '0013-list-triggers': listTriggers,
  '0014-change-texts': changeTexts,
  '0015-batch-apps': batchApps,
  '0016-pause-origins': pauseOrigins,
  '0017-sight': sight,
  '0019-app-list-traffic': appListTraffic,
  '0020-log-bytes': logBytes,
  '0021-watch-people': watchPeople,
  '0022-usage-senders': usageSenders,
  '0023-edges': edges,
  '0024-traffic': traffic,
  '0025-app-accounts': appAccounts,
  '0026-events': events,
  '0027-channels': channels,
  '0028-stored-bytes': storedBytes,
  '0029-alarms': alarms,
  '0030-kept-time': keptTime,
  '0031-narrow-indexes': narrowIndexes,
  '0032-muted-findings': mutedFindings,
  '0033-replaced-tokens': replacedTokens,
  '0038-signs-of-countries': signsOfCountries,
  '0040-filters': filters,
  '0041-search-fold': searchFold,
  '0043-idempotency-keys': idempotencyKeys,
  '0044-invitations': invitations,
  '0045-administrators': administrators,
  '0046-roles': roles,
  '0047-api-keys': apiKeys,
  '0048-factors': factors,
  '0050-open-sessions': openSessions,
  '0051-known-countries': knownCountries,
  '0052-confirmed-sessions': confirmedSessions,
  '0053-factor-links': factorLinks,
  '0054-owners-email': ownersEmail,
  '0055-passkeys': passkeys,
  '0056-single-sign-on': singleSignOn,
  '0057-lost-claims': lostClaims,
  '0058-keys-by-state': keysByState,
};
