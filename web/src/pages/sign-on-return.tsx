import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { beginSession, type SignedIn } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { type Returned, useFinishSignOn } from '../features/single-sign-on/sign-on.api.ts';
import { type KeptFlow, noteRefusal, takeFlow } from '../features/single-sign-on/sign-on-flow.ts';
import { giveBack } from '../features/single-sign-on/sign-on-tabs.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { askedFactorOf } from '../lib/asked-factor.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { toastSuccess } from '../lib/toasts.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { SignInLinks } from '../shell/sign-in-links.tsx';
import { Loading } from '../ui/feedback/loading.tsx';

/** Returns what the provider has put into the address; null when it is not there. */
function returnedIn(search: string): Returned | null {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  if (!state) return null;
  const given = ['code', 'error', 'iss'].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return { state, ...Object.fromEntries(given) };
}

/**
 * /sessions/oidc/callback: the provider of single sign-on sends people back here (ADR 142). What is in the address is taken out of it at
 * once. The page does something only where this tab, or another one that waits, has begun it; it asks no other tab for a session.
 */
export function SignOnReturnPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => returnedIn(search));
  const [kept] = useState(takeFlow);
  usePanelTitle(kept?.as ?? 'user', 'SignIn');
  useEffect(() => {
    if (search !== '') navigate(singleSignOnPath, { replace: true });
  }, [search, navigate]);
  return (
    <AuthLayout companyName={companyName()}>
      {!returned && <Refused message="Nothing was begun here: sign in on the page for it." />}
      {returned && kept && <Finish returned={returned} kept={kept} />}
      {returned && !kept && <GiveBack returned={returned} />}
    </AuthLayout>
  );
}

/** Calls once, also where effects run twice. */
function useOnce(work: () => void): void {
  const isDone = useRef(false);
  const run = useEffectEvent(work);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    run();
  }, []);
}

/** Tells whether a refusal is about the person, whom another account at the provider may help. */
const isOfPerson = (status: number): boolean => status === 401 || status === 403;

function Finish({ returned, kept }: { returned: Returned; kept: KeptFlow }) {
  const { as, from, flow } = kept;
  const isLink = kept.for === 'link';
  const navigate = useNavigate();
  const session = useSession();
  const { mutate, error } = useFinishSignOn();
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const begin = (signedIn: SignedIn) => {
    noteRefusal(false);
    beginSession(signedIn);
    navigate(from ?? paths[as].dashboard, { replace: true });
  };
  useOnce(() =>
    mutate(
      { ...returned, flow, token: isLink ? (session?.token ?? null) : null },
      {
        onSuccess(answer) {
          if ('user' in answer) return begin(answer);
          toastSuccess(answer.message);
          navigate(from ?? paths[as].security, { replace: true });
        },
        onError(failure) {
          const step = askedFactorOf(failure);
          if (!step && !isLink) noteRefusal(isRefusal(failure) && isOfPerson(failure.status));
          setAsked(step);
        },
      },
    ),
  );
  if (asked) {
    const back = () => navigate(paths[as].signIn, { replace: true });
    return <AskedStep asked={asked} onSignedIn={begin} onBack={back} />;
  }
  if (!error) return <Loading />;
  return <Refused message={messageOf(error)} />;
}

/** In a window that was opened beside a tab: that tab goes on. */
function GiveBack({ returned }: { returned: Returned }) {
  const [isTaken, setTaken] = useState<boolean | null>(null);
  useOnce(() => void giveBack(returned).then(setTaken));
  if (isTaken === null) return <Loading />;
  if (!isTaken) {
    return (
      <Refused message="This sign-in was begun in another tab, which is closed now, or has ended. Begin again." />
    );
  }
  return (
    <Stack gap="lg">
      <Title order={1}>Back to your work</Title>
      <Text>The window from which you came goes on. You can close this one.</Text>
    </Stack>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <Title order={1}>Single sign-on</Title>
      <Alert color="red" role="alert" p="sm">
        {message}
      </Alert>
      <SignInLinks />
    </Stack>
  );
}
