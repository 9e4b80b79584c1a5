import { book } from '#content/book.ts';
import { AdminPanel } from '../features/admin/admin-panel.tsx';
import { ServerProvider } from '../server-provider.tsx';

export function AdminPage() {
  return (
    <ServerProvider>
      <AdminPanel bookTitle={book.title} />
    </ServerProvider>
  );
}
