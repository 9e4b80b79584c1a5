import { book } from '../../content/book.ts';
import { AdminPanel } from '../features/admin/admin-panel.tsx';

export function AdminPage() {
  return <AdminPanel bookTitle={book.title} />;
}
