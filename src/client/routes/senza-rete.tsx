import codex from '#content/articles/codex/article.md?article';
import { currentBook } from '../current-book.ts';
import { OfflineScreen } from '../features/offline/offline-screen.tsx';

/** Every page of the encyclopedia knows all of them. */
export function OfflinePage() {
  return <OfflineScreen kept={currentBook().encyclopedia ? codex.pages : []} />;
}
