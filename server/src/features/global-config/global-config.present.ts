import type { GlobalConfig } from '@adwarden/contract/global-config';
import { hiddenPassword } from '@adwarden/contract/users';
import type { Seal } from '../../kit/seal.ts';
import { type Reader, seenSecret } from '../../sight/secrets.policy.ts';

/** The names of the settings that are stored sealed. */
export const sealedSettings = ['ipInfoToken', 'vpnApiKey'] as const;
export type SealedSetting = (typeof sealedSettings)[number];

/** Returns the purpose with which a setting is sealed, so that one cannot be used in the place of another. */
export const sealPurpose = (name: SealedSetting): string => `global:${name}`;

/** Returns the settings as a person sees them; a key that can no longer be opened shows "Hidden", and to a viewer every key does. */
export function presentGlobalConfig(
  reader: Reader,
  stored: Map<string, string>,
  seal: Seal,
): GlobalConfig {
  const opened = (name: SealedSetting) => {
    const sealed = stored.get(name) ?? '';
    if (sealed === '') return '';
    return seenSecret(reader, seal.open(sealed, sealPurpose(name)) ?? hiddenPassword);
  };
  return {
    apiMethod: stored.get('apiMethod') ?? '',
    ipInfoToken: opened('ipInfoToken'),
    vpnApiKey: opened('vpnApiKey'),
  };
}
