import type { GlobalConfig } from '@adwarden/contract/global-config';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { apiMethodWords } from '../../lib/words/words.ts';
import { mayWrite } from '../../people/may.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { RetryButton } from '../../ui/feedback/retry-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ApiMethodForm } from './api-method-form.tsx';
import {
  globalConfigQuery,
  useUpdateApiMethod,
  useUpdateIpInfoToken,
  useUpdateVpnKey,
} from './global-config.api.ts';
import { KeyForm } from './key-form.tsx';

/** The cards of the global settings, without an element around them, so that the page's grid places each card. */
export function GlobalConfigCards() {
  const { data, error, isFetching, refetch } = useQuery(globalConfigQuery);
  const client = useQueryClient();
  const latest = (field: keyof GlobalConfig) => async () =>
    (await client.fetchQuery({ ...globalConfigQuery, staleTime: 0 }))[field];
  const apiMethod = useUpdateApiMethod();
  const ipInfoToken = useUpdateIpInfoToken();
  const vpnKey = useUpdateVpnKey();
  const writes = mayWrite();
  // As high as the form, so that nothing moves when it is loaded. The same element then, so that it keeps the focus.
  const loaded = (height: number, form: (stored: GlobalConfig) => ReactNode) => (
    <div style={{ minHeight: height }}>
      {data && form(data)}
      {!data && error && (
        <Stack align="flex-start" gap="sm" role="alert">
          <Text c="red">{messageOf(error)}</Text>
          <RetryButton size="xs" retrying={isFetching} onRetry={() => refetch()} />
        </Stack>
      )}
      {!data && !error && (
        <Delayed>
          <Skeleton height={height} />
        </Delayed>
      )}
    </div>
  );
  return (
    <>
      <Panel title="VPN API Key" hint="With a key, callers through a VPN, proxy or Tor see no ads.">
        {loaded(writes ? 128 : 36, ({ vpnApiKey }) =>
          !writes ? (
            <SetKey stored={vpnApiKey} />
          ) : (
            <KeyForm
              label="VPN API key"
              missing="Please Enter VPN API key"
              field="VPNAPIKey"
              stored={vpnApiKey}
              latest={latest('vpnApiKey')}
              onSave={(VPNAPIKey) => vpnKey.mutateAsync({ VPNAPIKey })}
              rows={3}
            />
          ),
        )}
      </Panel>
      <Panel title="API Method" hint="How the country of a caller is found.">
        {loaded(36, ({ apiMethod: stored }) =>
          !writes ? (
            <Text>{apiMethodWords[(stored || 'local') as keyof typeof apiMethodWords]}</Text>
          ) : (
            <ApiMethodForm
              stored={stored}
              latest={latest('apiMethod')}
              onSave={(method) => apiMethod.mutateAsync({ apiMethod: method })}
            />
          ),
        )}
      </Panel>
      <Panel title="IP-information Token" hint="What ipinfo.io is asked with.">
        {loaded(36, ({ ipInfoToken: stored }) =>
          !writes ? (
            <SetKey stored={stored} />
          ) : (
            <KeyForm
              label="IP-information token"
              missing="Please Enter IP-information token"
              field="ipInfoToken"
              stored={stored}
              latest={latest('ipInfoToken')}
              onSave={(token) => ipInfoToken.mutateAsync({ ipInfoToken: token })}
              rows={1}
            />
          ),
        )}
      </Panel>
    </>
  );
}

/** Says to a viewer whether a key is set. */
function SetKey({ stored }: { stored: string }) {
  return <Text>{stored === '' ? 'Not set' : 'Set. Viewers do not see it.'}</Text>;
}
