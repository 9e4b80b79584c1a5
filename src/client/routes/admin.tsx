import { AdminPanel } from '../features/admin/admin-panel.tsx';
import { answerInTimeLink } from '../features/admin/saving/answer-in-time-link.ts';
import { signInAgainLink } from '../features/admin/session/sign-in-link.ts';
import { signInPrompt } from '../features/admin/session/sign-in-prompt.ts';
import { ServerProvider } from '../server-provider.tsx';
import { restTable } from '../../shared/rest.ts';
import { createServerCalls } from '../trpc.ts';

const authorCalls = createServerCalls(restTable, signInAgainLink(signInPrompt.ask), answerInTimeLink);

export function AdminPage() {
  return (
    <ServerProvider calls={authorCalls}>
      <AdminPanel />
    </ServerProvider>
  );
}
