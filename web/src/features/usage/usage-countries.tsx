import type { AppUsage } from '@adwarden/contract/usage';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './usage-section.module.css';
import { countryShares, inFull, requestsIn, share } from './usage-words.ts';

const atFirst = 8;

/** Where the callers are, as far as the app's IP rules looked. */
export function UsageCountries({ usage }: { usage: AppUsage }) {
  const [all, setAll] = useState(false);
  const shares = countryShares(usage);
  const requests = requestsIn(usage.total);
  const shown = all ? shares : shares.slice(0, atFirst);
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>Countries</h3>
      {shares.length === 0 ? (
        <p className={classes.none}>
          Known only for requests that the app’s IP rules looked at. There are none in these days.
        </p>
      ) : (
        <table className={classes.table} aria-label="Countries">
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col" data-align="end">
                Requests
              </th>
              <th scope="col" data-align="end">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, requests: part }) => (
              <tr key={name ?? ''}>
                <th scope="row">{name ?? <span className={classes.none}>Not known</span>}</th>
                <td data-align="end">{inFull(part)}</td>
                <td data-align="end" className={classes.share}>
                  <span className={classes.shareLine}>
                    <span className={classes.track} aria-hidden="true">
                      <span
                        className={classes.bar}
                        style={{ width: `${(part / requests) * 100}%` }}
                      />
                    </span>
                    {share(part, requests)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shares.length > shown.length && (
        <Button variant="default" size="xs" className={classes.more} onClick={() => setAll(true)}>
          Show all {shares.length}
        </Button>
      )}
    </section>
  );
}
