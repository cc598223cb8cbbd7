import { clientNamed } from './clients.ts';
import { conform } from './conform.ts';

conform(clientNamed('web-view'), { ofSameCode: true });
