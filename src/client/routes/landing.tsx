import { Link } from '@tanstack/react-router';
import { landing } from '../../content/book.ts';

export function LandingPage() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-3xl content-center gap-6 p-6">
      <title>{landing.hero.title}</title>
      <h1 className="text-5xl">{landing.hero.title}</h1>
      <p>{landing.hero.tagline}</p>
      <p>
        <Link to="/chat" className="text-lamp underline">
          {landing.hero.buttonChat}
        </Link>
      </p>
    </main>
  );
}
