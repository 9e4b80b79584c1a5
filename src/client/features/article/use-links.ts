import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { ownPagesPrefix } from '#shared/pages.ts';
import { afterStepsBack } from '#client/ui/open-dialogs.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { goTo } from './go-to.ts';

/**
 * Handles links in the static HTML: smooth scrolling within the page, router navigation between pages. An article of the
 * author's comes with its page, so links to one are the browser's.
 */
export function useLinks(root: RefObject<HTMLElement | null>): void {
  const router = useRouter();

  useEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    const follow = (event: MouseEvent) => {
      const plain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const address = link?.getAttribute('href');
      if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement) || !address) return;
      if (address.startsWith('#')) {
        event.preventDefault();
        const hash = address.slice(1);
        afterStepsBack(() => {
          void router.navigate({ to: '.', hash, hashScrollIntoView: false, resetScroll: false });
          goTo(hash);
        });
        if (link.dataset.copy) void copyAddress(link.href);
      } else if (address.startsWith('/') && !address.startsWith(ownPagesPrefix) && !link.dataset.routed) {
        event.preventDefault();
        void router.navigate({ href: address });
      }
    };
    page.addEventListener('click', follow);
    return () => page.removeEventListener('click', follow);
  }, [root, router]);
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ title: 'Collegamento copiato', description: address });
  } catch {
    // Without permission or https there is no clipboard; the address bar shows the link.
    showToast({ title: 'Il collegamento è nella barra degli indirizzi', description: address });
  }
}
