import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { adsUrl, adsUrlPattern, exampleCredentials } from '../ads-url.ts';
import classes from './app-form.module.css';
import { AppFormSection } from './app-form-section.tsx';

type Props = { app: { appID: string; authToken: string } | null };

/**
 * The end of the form, for whoever writes the app: the hint line of the spec, where installed copies ask for their ads, with
 * this app's address as the example; and how an app uses Visible Extra.
 */
export function ForDevelopers({ app }: Props) {
  const example = adsUrl(app ?? exampleCredentials);
  return (
    <AppFormSection id="app-form-developers" title="For developers">
      <div className={classes.hint}>
        <p className={classes.hintLine}>
          Installed copies ask for their ads at <code>{adsUrlPattern()}</code>
        </p>
        <p className={classes.hintLine}>
          {app ? 'For this app: ' : 'For example: '}
          <code>{example}</code>
          {app && <CopyButton value={example} label="Copy the ads URL" size={24} />}
        </p>
        <p className={classes.hintLine}>
          Visible Extra reaches the app as it is set, for example{' '}
          <code>{"if (ads.visibleExtra === 'on') showMoreApps();"}</code>
        </p>
      </div>
    </AppFormSection>
  );
}
