/** The page at `/` until the back office moves in. */
export function Welcome() {
  return (
    <main className="welcome">
      <h1>Adwarden</h1>
      <p>The API is running. The back office arrives with the next release.</p>
      <p>
        <a href="/docs">Every call, with examples</a>
      </p>
    </main>
  );
}
