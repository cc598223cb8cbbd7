import type { TestedAds, TestOutcome, TestRule } from '@adwarden/contract/test-ads';
import type { Ref } from 'react';
import { withLocalTimes } from '../../../lib/dates.ts';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { CodeArea } from '../../../ui/text/code-area.tsx';
import classes from './test-ads.module.css';

const rules: Record<TestRule, string> = {
  token: 'Token',
  pause: 'Pause',
  appStatus: 'App status',
  adsStatus: 'Ads status',
  ipAddress: 'IP Address',
  callerCountry: 'Country of the caller',
  callerVpn: 'VPN of the caller',
  country: 'Countries of the app',
  vpn: 'No VPN',
  verdict: 'Verdict',
};

const outcomes: Record<TestOutcome, { tone: Tone; word: string }> = {
  pass: { tone: 'success', word: 'Pass' },
  stop: { tone: 'danger', word: 'Stop' },
  unknown: { tone: 'warning', word: 'Unknown' },
  skipped: { tone: 'neutral', word: 'Skipped' },
};

/** For the two rules that only find out who the caller is: they neither allow nor stop ads. */
const found = { tone: 'accent', word: 'Known' } as const;
const badgeOf = (rule: TestRule, outcome: TestOutcome) =>
  outcome === 'pass' && (rule === 'callerCountry' || rule === 'callerVpn')
    ? found
    : outcomes[outcome];

/** The verdict, each rule with its outcome, and the data that the phone would get. */
export function TestAdsResult({ tested, ref }: { tested: TestedAds; ref: Ref<HTMLElement> }) {
  const { ads, steps } = tested;
  const isRefused = steps.some(({ rule, outcome }) => rule === 'token' && outcome === 'stop');
  const isOn = !isRefused && ads.adsStatus === 'on';
  const judged = steps.filter(({ rule }) => rule !== 'verdict');
  const verdict = steps.find(({ rule }) => rule === 'verdict');
  return (
    <section ref={ref} tabIndex={-1} aria-label="Result" className={classes.result}>
      <div className={classes.verdict} data-on={isOn || undefined}>
        <StatusBadge tone={isOn ? 'success' : 'danger'}>
          {isRefused ? 'Refused' : isOn ? 'Ads on' : 'Ads off'}
        </StatusBadge>
        <span>{withLocalTimes(verdict?.text ?? '')}</span>
      </div>
      <ol className={classes.steps} aria-label="Rules in their order">
        {judged.map(({ rule, outcome, text }) => (
          <li key={rule} className={classes.step} data-outcome={outcome}>
            <span className={classes.rule}>{rules[rule]}</span>
            <StatusBadge tone={badgeOf(rule, outcome).tone}>
              {badgeOf(rule, outcome).word}
            </StatusBadge>
            <span className={classes.text}>
              <bdi>{withLocalTimes(text)}</bdi>
            </span>
          </li>
        ))}
      </ol>
      <details className={classes.data}>
        <summary>
          {isRefused ? 'What it would get with the current token' : 'What the phone gets'}
        </summary>
        <CodeArea label="The data of the answer">{JSON.stringify(ads, null, 2)}</CodeArea>
      </details>
    </section>
  );
}
