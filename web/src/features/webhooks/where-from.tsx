import classes from './webhooks.module.css';

/** The way to get an address in each chat, in the words of its own menus. */
const ways: { chat: string; steps: string }[] = [
  {
    chat: 'Slack',
    steps:
      'On api.slack.com/apps create an app for your workspace. Open Incoming Webhooks, turn them on, choose Add New Webhook to Workspace and a channel, and copy the Webhook URL.',
  },
  {
    chat: 'Discord',
    steps:
      'Open Server Settings, Integrations, Webhooks. Choose New Webhook and a channel, then Copy Webhook URL.',
  },
  {
    chat: 'Microsoft Teams',
    steps:
      'Open the menu of the channel and Workflows. Choose the template that posts to a channel when a webhook request is received, and copy the URL at its end.',
  },
  {
    chat: 'A program of your own',
    steps:
      'The address at which it takes a POST with JSON. After the save you get a secret, with which a library of Standard Webhooks checks that an event comes from here.',
  },
];

/** Explains where the address of each chat comes from; closed until somebody opens it. */
export function WhereFrom() {
  return (
    <details className={classes.where}>
      <summary>Where do I get the address?</summary>
      <dl>
        {ways.map(({ chat, steps }) => (
          <div key={chat}>
            <dt>{chat}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
