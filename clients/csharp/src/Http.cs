using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.Security;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace Adwarden
{
    /// <summary>The answer to a GET request.</summary>
    internal sealed class Response
    {
        internal int Status;
        internal byte[] Body = new byte[0]; // empty when the status says all

        /// <summary>Each name once, in any case; several of one name are joined by a comma.</summary>
        internal readonly Dictionary<string, string> Headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

        /// <summary>The value of a header; null when there is none.</summary>
        internal string Header(string name) => Headers.TryGetValue(name, out var value) ? value : null;
    }

    /// <summary>
    /// Sends GET requests, one at a time, and keeps the connection (RFC 9112). All of it happens on the thread of the caller:
    /// HttpClient and HttpWebRequest need threads of the pool, which an app may keep busy. In mono, which Unity uses, they
    /// also take half an answer for a whole one, and a 103 for the real answer.
    /// </summary>
    internal sealed class Http : IDisposable
    {
        private const int Longest = 65536; // bytes of the head, and of the body
        private const long LongestIdle = 60000; // milliseconds; networks forget a connection without saying so
        private readonly byte[] buffer = new byte[4096];
        private int at; // the next byte in `buffer`
        private int end;
        private int allowed; // bytes that may still be read
        private Wire wire;
        private Stream stream; // `wire`, or TLS over it
        private string server; // to which `wire` leads
        private long idleSince;

        /// <summary>Throws when no whole answer has come at the uptime `until`, or when it is too long.</summary>
        internal Response Get(Uri address, string query, string headers, long until)
        {
            try
            {
                Connect(address, until);
                var path = address.AbsolutePath.TrimEnd('/') + query;
                Send($"GET {path} HTTP/1.1\r\nHost: {HostOf(address)}\r\n{headers}\r\n");
                var response = ReadHead(out var canStay);
                var isWhole = ReadBody(response);
                if (!canStay || !isWhole) Dispose();
                idleSince = Device.Real.Uptime();
                return response;
            }
            catch (Exception)
            {
                Dispose();
                throw;
            }
        }

        private void Connect(Uri address, long until)
        {
            var wanted = address.GetLeftPart(UriPartial.Authority);
            var isKept = wire != null && server == wanted && at == end && Device.Real.Uptime() - idleSince < LongestIdle;
            if (isKept && !wire.IsOver)
            {
                wire.Until = until;
                return;
            }
            Dispose();
            stream = wire = Wire.Connect(address.IdnHost, address.Port, until);
            wire.Until = until;
            server = wanted;
            at = end = 0;
            if (address.Scheme != "https") return;
            var secure = new SslStream(wire);
            stream = secure;
            secure.AuthenticateAsClientAsync(address.IdnHost).GetAwaiter().GetResult();
        }

        private static string HostOf(Uri address)
        {
            var name = address.HostNameType == UriHostNameType.IPv6 ? address.Host : address.IdnHost;
            return address.IsDefaultPort ? name : $"{name}:{address.Port}";
        }

        private void Send(string text)
        {
            var bytes = Encoding.ASCII.GetBytes(text);
            stream.WriteAsync(bytes, 0, bytes.Length, CancellationToken.None).GetAwaiter().GetResult();
        }

        /// <summary>Reads status and headers. Informational answers (1xx) before the real one are skipped.</summary>
        private Response ReadHead(out bool canStay)
        {
            allowed = Longest;
            for (;;)
            {
                var line = Regex.Match(ReadLine(), @"\AHTTP/1\.([0-9]) ([0-9]{3})( |\z)");
                if (!line.Success) throw new IOException("the answer is not HTTP/1.1");
                var response = new Response { Status = int.Parse(line.Groups[2].Value) };
                for (var header = ReadLine(); header != ""; header = ReadLine())
                {
                    var colon = header.IndexOf(':');
                    if (colon < 0) continue;
                    var name = header.Substring(0, colon);
                    var value = header.Substring(colon + 1).Trim();
                    var before = response.Header(name);
                    response.Headers[name] = before == null ? value : $"{before}, {value}";
                }
                if (response.Status < 200) continue;
                canStay = line.Groups[1].Value == "1" && !Has(response.Header("Connection"), "close");
                return response;
            }
        }

        /// <summary>Reads the body of a 200. Returns whether the end of the answer is known, so that the connection can be kept.</summary>
        private bool ReadBody(Response response)
        {
            if (response.Status == 204 || response.Status == 304) return true;
            if (response.Status / 100 == 3) return false; // its body is not read
            allowed = Longest;
            var body = new MemoryStream();
            var length = response.Header("Content-Length");
            var isChunked = Has(response.Header("Transfer-Encoding"), "chunked");
            if (isChunked) ReadChunks(body);
            else if (length != null) Copy(long.Parse(length, NumberStyles.None, CultureInfo.InvariantCulture), body);
            else
                for (var next = Next(); next >= 0; next = Next()) body.WriteByte((byte)next);
            response.Body = body.ToArray();
            return isChunked || length != null;
        }

        private void ReadChunks(Stream body)
        {
            for (;;)
            {
                var size = ReadLine().Split(';')[0].Trim();
                var count = int.Parse(size, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                Copy(count, body);
                // After the last one, headers may follow.
                while (ReadLine() != "")
                    if (count > 0) throw new IOException("a chunk is too long");
                if (count == 0) return;
            }
        }

        private void Copy(long count, Stream body)
        {
            if (count > allowed) throw TooLong();
            for (; count > 0; count--) body.WriteByte(Take());
        }

        private string ReadLine()
        {
            var line = new StringBuilder();
            for (var next = Take(); next != '\n'; next = Take()) line.Append((char)next);
            return line.ToString().TrimEnd('\r');
        }

        private byte Take()
        {
            var next = Next();
            return next >= 0 ? (byte)next : throw new EndOfStreamException("the connection ended");
        }

        /// <summary>The next byte; -1 at the end.</summary>
        private int Next()
        {
            if (at == end)
            {
                at = 0;
                end = stream.ReadAsync(buffer, 0, buffer.Length, CancellationToken.None).GetAwaiter().GetResult();
                if (end == 0) return -1;
            }
            if (allowed-- == 0) throw TooLong();
            return buffer[at++];
        }

        private static Exception TooLong() => new IOException("the answer is too long");

        private static bool Has(string header, string word) =>
            header != null && header.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0;

        public void Dispose()
        {
            stream?.Dispose();
            stream = wire = null;
        }
    }
}
