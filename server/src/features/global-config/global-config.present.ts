import type { GlobalConfig } from '@adwarden/contract/global-config';
import { hiddenPassword } from '@adwarden/contract/users';
import type { Seal } from '../../kit/seal.ts';

/** The names of the settings that are kept sealed. */
export const sealedSettings = ['ipInfoToken', 'vpnApiKey'] as const;
export type SealedSetting = (typeof sealedSettings)[number];

/** The purpose with which a setting is sealed, so that one cannot be used in the place of another. */
export const sealPurpose = (name: SealedSetting): string => `global:${name}`;

/** The settings as administrators see them; a key that cannot be opened any more shows "Hidden". */
export function presentGlobalConfig(stored: Map<string, string>, seal: Seal): GlobalConfig {
  const opened = (name: SealedSetting) => {
    const sealed = stored.get(name) ?? '';
    return sealed === '' ? '' : (seal.open(sealed, sealPurpose(name)) ?? hiddenPassword);
  };
  return {
    apiMethod: stored.get('apiMethod') ?? '',
    ipInfoToken: opened('ipInfoToken'),
    vpnApiKey: opened('vpnApiKey'),
  };
}
