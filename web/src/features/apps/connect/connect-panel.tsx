import type { App } from '@adwarden/contract/apps';
import { Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { publicUrl } from '../../../lib/page-settings.ts';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import classes from './connect.module.css';
import { languages } from './connect-code.ts';
import { ConnectionLine } from './connection-line.tsx';
import { reachWarning } from './reach.ts';

/** The code of an app in each language, and below it whether its first phone has asked. */
export function ConnectPanel({ app }: { app: App }) {
  const { appID, authToken } = app;
  const of = { address: publicUrl(), appID, authToken };
  const panel = useRef<HTMLDivElement>(null);
  // The dialog looked for an element to focus before this chunk was loaded.
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const warning = reachWarning(of.address);
  return (
    <div ref={panel} className={classes.panel}>
      {warning && (
        <p role="note" className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
      <Tabs defaultValue="kotlin" keepMounted={false}>
        <Tabs.List aria-label="Language" className={classes.tabs}>
          {languages.map(({ value, label }, index) => (
            <Tabs.Tab
              key={value}
              value={value}
              className={classes.tab}
              {...(index === 0 && { 'data-autofocus': true })}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(({ value, label, before, code, files }) => (
          <Tabs.Panel key={value} value={value} className={classes.language} tabIndex={-1}>
            <p className={classes.before}>{before}</p>
            <div className={classes.box}>
              {/* It scrolls, so that it must be reachable by keyboard. */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls */}
              <section tabIndex={0} aria-label={`${label} code`} className={classes.code}>
                <pre>{code(of)}</pre>
              </section>
              <CopyButton
                value={code(of)}
                label={`Copy the ${label} code`}
                className={classes.copy}
              />
            </div>
            <ul className={classes.files} aria-label="Files">
              {files.map((file) => (
                <li key={file.href}>
                  {/* A browser saves a zip, and shows a text in another tab. */}
                  <a href={file.href} target="_blank" rel="noreferrer">
                    {file.label}
                  </a>
                </li>
              ))}
            </ul>
          </Tabs.Panel>
        ))}
      </Tabs>
      <ConnectionLine appID={appID} />
    </div>
  );
}
