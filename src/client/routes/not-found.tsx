import { NotFoundScreen } from '../features/not-found/not-found-screen.tsx';

export function NotFoundPage() {
  return <NotFoundScreen />;
}
