import type { App } from '@adwarden/contract/apps';
import { Anchor, Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { onServer } from '../../../lib/base-path.ts';
import { publicUrl } from '../../../lib/page-settings.ts';
import type { Role } from '../../../lib/role.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { may } from '../../../people/may.ts';
import { useLateFocus } from '../../../ui/dialog/use-late-focus.ts';
import { CodeBox } from '../../../ui/text/code-box.tsx';
import classes from './connect.module.css';
import { firstLanguage, type Language, languages } from './connect-code.ts';
import { ConnectionLine } from './connection-line.tsx';
import { defaultsFile } from './defaults.ts';
import { textForDeveloper } from './developer-text.ts';
import { ForDeveloper } from './for-developer.tsx';
import { reachWarning } from './reach.ts';

/** Stands in the code where a viewer does not see the token. */
const placeForToken = 'AUTH_TOKEN';

/** The code of an app in each language, and below it whether its first phone has asked. */
export function ConnectPanel({ app, role }: { app: App; role: Role }) {
  const { appID } = app;
  const seesToken = may(role, 'see-secrets');
  const of = { address: publicUrl(), appID, authToken: seesToken ? app.authToken : placeForToken };
  const panel = useRef<HTMLDivElement>(null);
  useLateFocus(panel);
  const saveDefaults = () => saveFile(defaultsFile(app));
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const warning = reachWarning(of.address, role);
  return (
    <div ref={panel} className={classes.panel}>
      {warning && (
        <p role="note" className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
      {!seesToken && (
        <p className={classes.before}>
          {placeForToken} stands for the token, which viewers do not see. An administrator or the
          owner has it.
        </p>
      )}
      <Tabs
        value={language.value}
        onChange={(value) => setLanguage(languages.find((one) => one.value === value) ?? language)}
        keepMounted={false}
      >
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
        {languages.map(({ value, label, install, before, code, files }) => (
          <Tabs.Panel key={value} value={value} className={classes.language} tabIndex={-1}>
            {install && (
              <>
                <p className={classes.before}>{install.before}</p>
                <CodeBox label={`${label} installation`} code={install.code(of)} />
              </>
            )}
            <p className={classes.before}>{before}</p>
            <CodeBox label={`${label} code`} code={code(of)} />
            <ul className={classes.files} aria-label="Files">
              <li>
                <Anchor component="button" type="button" onClick={saveDefaults}>
                  Download defaults
                </Anchor>
              </li>
              {files.map((file) => (
                <li key={file.href}>
                  {/* A browser saves a zip, and shows a text in another tab. */}
                  <a href={onServer(file.href)} target="_blank" rel="noreferrer">
                    {file.label}
                  </a>
                </li>
              ))}
            </ul>
          </Tabs.Panel>
        ))}
      </Tabs>
      <ForDeveloper text={textForDeveloper(app, of, language)} appName={app.appName} />
      <ConnectionLine appID={appID} />
    </div>
  );
}
