import { isCountryCode } from '@adwarden/contract/country-codes';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { Anchor, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { countryName } from '../../lib/words/country-name.ts';
import { may } from '../../people/may.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DownloadButton } from './download-button.tsx';
import { outcomesIn } from './outcomes.ts';
import { RangePicker } from './range-picker.tsx';
import { StepReadout } from './step-readout.tsx';
import { StepTable } from './step-table.tsx';
import { downloadTraffic, trafficQuery } from './traffic.api.ts';
import { TrafficChanges } from './traffic-changes.tsx';
import { TrafficChart } from './traffic-chart.tsx';
import { TrafficCountries } from './traffic-countries.tsx';
import classes from './traffic-panels.module.css';
import {
  hoursOfDays,
  questionOf,
  rangeFault,
  rangeInWords,
  readRange,
  stepName,
  type TrafficRange,
  writeRange,
} from './traffic-range.ts';
import { isSilent, zoneInWords } from './traffic-words.ts';
import type { TrafficPlace } from './use-traffic-place.ts';

type Props = {
  of: Role;
  /** '' for all apps that the user may see. */
  appID: string;
  place: TrafficPlace;
  /** The words instead of a chart when nobody asked in this time; may be left out. */
  silence?: ReactNode;
};

const usual: TrafficRange = { step: 'day', last: 30 };

/** Shows requests by outcome in a time, with what may explain them: chart or table, changes, countries. */
export function TrafficView({ of, appID, place: { params, change }, silence }: Props) {
  const now = Date.now();
  const range = readRange(params, now);
  const named = params.get('country') ?? '';
  const country = isCountryCode(named) ? named : '';
  const fault = rangeFault(range, now);
  const question = { ...questionOf(range, now), country: country || undefined };
  const result = useQuery({ ...trafficQuery(appID, question), enabled: fault === '' });
  const { data, error, isFetching, isPlaceholderData, refetch } = result;
  const setRange = (next: TrafficRange) => change({ ...writeRange(next), at: null });
  const setCountry = (code: string) => change({ country: code });
  const title = country === '' ? 'Requests' : `Requests from ${countryName(country)}`;
  const refused = fault || (isRefusal(error) && error.status === 400 ? messageOf(error) : '');
  return (
    <div className={classes.view}>
      <RangePicker
        range={range}
        country={country}
        traffic={data}
        onRange={setRange}
        onCountry={setCountry}
      />
      {refused !== '' ? (
        <Panel title={title}>
          <EmptyState
            kind="no-match"
            title={refused}
            action={
              <Button variant="default" onClick={() => setRange(usual)}>
                Show the last 30 days
              </Button>
            }
          />
        </Panel>
      ) : data ? (
        <>
          <Requests
            of={of}
            traffic={data}
            title={title}
            range={rangeInWords(range)}
            isStale={isPlaceholderData}
            silence={country === '' && isSilent(data.total) ? silence : undefined}
            place={{ params, change }}
            onDownload={() => downloadTraffic(appID, question)}
          />
          <div className={classes.below}>
            <TrafficChanges
              traffic={data}
              of={of}
              isOfApp={appID !== ''}
              step={keptStep(data, params)}
            />
            <TrafficCountries traffic={data} onCountry={setCountry} />
          </div>
        </>
      ) : error ? (
        <Panel title={title}>
          <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
        </Panel>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

/** A placeholder as high as the panels that come. */
function Waiting() {
  return (
    <>
      <div className={classes.waiting}>
        <Delayed>
          <Skeleton height="100%" radius="lg" role="status" aria-label="Loading" />
        </Delayed>
      </div>
      <div className={classes.below}>
        {['changes', 'countries'].map((panel) => (
          <div key={panel} className={classes.waitingBelow}>
            <Delayed>
              <Skeleton height="100%" radius="lg" />
            </Delayed>
          </div>
        ))}
      </div>
    </>
  );
}

type RequestsProps = {
  of: Role;
  traffic: Traffic;
  title: string;
  /** The range in words. */
  range: string;
  isStale: boolean;
  silence: ReactNode;
  place: TrafficPlace;
  onDownload: () => Promise<File>;
};

/** The chart or the table, and the values of a step or of all. */
function Requests(props: RequestsProps) {
  const { of, traffic, title, range, isStale, silence, place, onDownload } = props;
  const { params, change } = place;
  const isTable = params.get('show') === 'table';
  const [looked, setLooked] = useState<number | null>(null);
  const kept = keptStep(traffic, params);
  const at = looked ?? kept;
  const outcomes = outcomesIn(traffic);
  const keep = (step: number) =>
    change({ at: step === kept ? null : stepName(traffic.step, traffic.steps[step]?.at ?? 0) });
  const hours = hoursOf(traffic, kept);
  return (
    <Panel
      title={title}
      hint={`${zoneInWords(traffic)}. A few seconds behind${may(of, 'see-all') ? ', without the answers of a cache in front' : ''}.`}
      isStale={isStale}
      actions={
        <div className={classes.actions}>
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => change({ show: value === 'table' ? 'table' : null })}
          />
          <DownloadButton onDownload={onDownload} />
        </div>
      }
    >
      {silence ?? (
        <div className={classes.parts}>
          <StepReadout traffic={traffic} outcomes={outcomes} at={isTable ? null : at} range={range}>
            {!isTable && kept !== null && (
              <>
                {hours && (
                  <Anchor
                    component="button"
                    type="button"
                    fz="inherit"
                    onClick={() => change(hours)}
                  >
                    By hour
                  </Anchor>
                )}
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  onClick={() => change({ at: null })}
                >
                  Sum of all
                </Anchor>
              </>
            )}
          </StepReadout>
          {isTable ? (
            <StepTable traffic={traffic} outcomes={outcomes} />
          ) : (
            <TrafficChart
              traffic={traffic}
              outcomes={outcomes}
              at={at}
              onLook={setLooked}
              onKeep={keep}
              of={of}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

/** Returns the index of the step that the address names; null if there is none. */
function keptStep({ step, steps }: Traffic, params: URLSearchParams): number | null {
  const name = params.get('at');
  const place = steps.findIndex(({ at }) => stepName(step, at) === name);
  return place === -1 ? null : place;
}

/** Returns the hours of a day as parameters; null if they are not kept. */
function hoursOf({ step, steps, asOf }: Traffic, place: number | null) {
  const day = place === null ? undefined : steps[place]?.at;
  if (step !== 'day' || day === undefined) return null;
  const now = Date.parse(asOf);
  const range = hoursOfDays(day, day, now);
  return rangeFault(range, now) === '' ? { ...writeRange(range), at: null } : null;
}
