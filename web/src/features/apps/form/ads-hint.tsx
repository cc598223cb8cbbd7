import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { adsUrl, adsUrlPattern, exampleCredentials } from '../ads-url.ts';
import classes from './app-form.module.css';

type Props = { app: { appID: string; authToken: string } | null };

/** The hint line of the form: where installed copies ask for their ads, with this app's address as the example. */
export function AdsHint({ app }: Props) {
  const example = adsUrl(app ?? exampleCredentials);
  return (
    <div className={classes.hint}>
      <p className={classes.hintLine}>
        Installed copies ask for their ads at <code>{adsUrlPattern()}</code>
      </p>
      <p className={classes.hintLine}>
        {app ? 'For this app: ' : 'For example: '}
        <code>{example}</code>
        {app && <CopyButton value={example} label="Copy the ads URL" size={24} />}
      </p>
    </div>
  );
}
