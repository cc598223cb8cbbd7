import type { GlobalConfig } from '@adwarden/contract/global-config';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
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
  // As high as the form, so that nothing moves when it is loaded.
  const waiting = (height: number) => (
    <div style={{ minHeight: height }}>
      {error ? (
        <Stack align="flex-start" gap="sm" role="alert">
          <Text c="red">{messageOf(error)}</Text>
          <RetryButton size="xs" retrying={isFetching} onRetry={() => refetch()} />
        </Stack>
      ) : (
        <Delayed>
          <Skeleton height={height} />
        </Delayed>
      )}
    </div>
  );
  return (
    <>
      <Panel title="VPN API Key" hint="With a key, callers through a VPN, proxy or Tor see no ads.">
        {data ? (
          <KeyForm
            label="VPN API key"
            missing="Please Enter VPN API key"
            field="VPNAPIKey"
            stored={data.vpnApiKey}
            latest={latest('vpnApiKey')}
            onSave={(VPNAPIKey) => vpnKey.mutateAsync({ VPNAPIKey })}
            rows={3}
          />
        ) : (
          waiting(128)
        )}
      </Panel>
      <Panel title="API Method" hint="How the country of a caller is found.">
        {data ? (
          <ApiMethodForm
            stored={data.apiMethod}
            latest={latest('apiMethod')}
            onSave={(method) => apiMethod.mutateAsync({ apiMethod: method })}
          />
        ) : (
          waiting(36)
        )}
      </Panel>
      <Panel title="IP-information Token" hint="What ipinfo.io is asked with.">
        {data ? (
          <KeyForm
            label="IP-information token"
            missing="Please Enter IP-information token"
            field="ipInfoToken"
            stored={data.ipInfoToken}
            latest={latest('ipInfoToken')}
            onSave={(token) => ipInfoToken.mutateAsync({ ipInfoToken: token })}
            rows={1}
          />
        ) : (
          waiting(36)
        )}
      </Panel>
    </>
  );
}
