import { type ChangeAction, fieldName } from '@adwarden/contract/changes/changes';
import { isShown } from '@adwarden/contract/changes/words';
import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import dayjs from 'dayjs';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { safetyTabPath } from '../../lib/safety-tabs.ts';
import { appsInWords, pauseScopeWords } from '../../lib/words/words.ts';
import { may } from '../../people/may.ts';

/** A mark in words: who did what to which thing, why and when: 'Ada' 'changed the countries of' 'Tiffin Planner'. */
export type MarkWords = { who: string; did: string; name: string; why: string; when: string };

type Change = Extract<TrafficMark, { kind: 'change' }>;

const verbs: Record<ChangeAction, string> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  'rotate-token': 'gave a new token to',
  'revoke-tokens': 'ended the old tokens of',
  'change-password': 'changed the password of',
  restore: 'restored',
  read: 'read',
  undo: 'took back a change of',
  mute: 'muted a finding of',
  unmute: 'opened a finding again of',
  end: 'ended',
  'invite.make': 'invited',
  'invite.accept': 'accepted the invitation of',
  role: 'gave another role to',
  enable: 'enabled',
  disable: 'disabled',
  'key.make': 'made',
  'key.end': 'ended',
  'session.end': 'ended',
  'session.country': 'began from a new country',
  'factor.add': 'added',
  'factor.remove': 'removed',
  'factor.wrong': 'entered a wrong code for',
  'passkey.copied': 'used an older state of',
  'recovery.make': 'made',
  'recovery.use': 'used',
  'oidc.bind': 'linked',
  'oidc.unbind': 'unlinked',
};

function didTo({ entity, action, fields }: Change): string {
  if (entity === 'app-configuration') return `${verbs[action]} the countries of`;
  // The name of the owner is a field of its own.
  const named = fields.filter((field) => isShown(entity, field) && field !== 'userID');
  if (action !== 'update' || entity === 'global-config' || named.length === 0) {
    return entity === 'user' ? `${verbs[action]} the owner` : verbs[action];
  }
  const [first = '', second, ...others] = named.map((field) => fieldName(entity, field));
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `changed ${second === undefined ? first : `${first}, ${second}${more}`} of`;
}

/** Returns a mark in words. */
export function markInWords(mark: TrafficMark): MarkWords {
  const who = mark.by.name || 'System';
  const when = formatDateTime(mark.at);
  if (mark.kind === 'change') {
    const name = mark.entity === 'global-config' ? fieldName(mark.entity, mark.key) : mark.name;
    return { who, did: didTo(mark), name: name || mark.key, why: '', when };
  }
  if (mark.kind === 'batch') {
    const apps = mark.apps === null ? 'several applications' : appsInWords(mark.apps);
    const did = `changed ${apps} at once${mark.title === null ? '' : ':'}`;
    return { who, did, name: mark.title ?? '', why: '', when };
  }
  const until = mark.until === null ? 'still paused' : `until ${formatDateTime(mark.until)}`;
  return {
    who,
    did: mark.scope === 'all' ? 'paused' : `paused ${pauseScopeWords[mark.scope].toLowerCase()}:`,
    name: mark.label,
    why: mark.reason,
    when: `${when}, ${until}`,
  };
}

/** Returns the address at which a role sees more of a mark; null if there is none. */
export function markPath(role: Role, mark: TrafficMark): string | null {
  if (mark.kind === 'pause') return safetyTabPath(role, 'pauses');
  if (mark.kind === 'batch') return safetyTabPath(role, 'batches');
  if (mark.seq === null) return null;
  if (may(role, 'see-all')) {
    const day = dayjs(mark.at).format('YYYY-MM-DD');
    const of = { entity: mark.entity, key: mark.key, from: day, to: day };
    const entry = { ...of, entry: String(mark.seq) };
    return `${paths.admin.auditLog}?${new URLSearchParams(entry)}`;
  }
  const isOfApp = mark.entity === 'app' || mark.entity === 'app-configuration';
  return isOfApp ? appPath(role, mark.key, 'history') : null;
}
