using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Adwarden
{
    /// <summary>Asks the server once, and has what came of it.</summary>
    internal sealed class Request
    {
        private const int LongestBody = 65536;
        private static readonly HttpClient Http =
            new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false });

        internal enum Kind { Failed, New, Confirmed, Refused }

        internal Kind Came;
        internal Dictionary<string, object> Ads;
        internal string ETag;
        internal long MaxAge; // seconds
        internal long RetryAfter; // seconds; 0 when the server did not say
        internal bool DropTag; // the next request must not have a tag

        /// <summary>Blocks until the answer is there or it is too late. Never throws. `sentTag` is null when no tag is sent.</summary>
        internal static Request Send(AdwardenOptions options, string sentTag)
        {
            var late = new CancellationTokenSource(options.TimeoutMs).Token;
            var asking = Task.Run(() => ExchangeAsync(options, sentTag, late));
            // Not every platform breaks off a cancelled request; it must not hold up the client.
            return asking.Wait(options.TimeoutMs) ? asking.Result : new Request();
        }

        private static async Task<Request> ExchangeAsync(AdwardenOptions options, string sentTag, CancellationToken late)
        {
            try
            {
                var query = $"appID={Uri.EscapeDataString(options.AppId)}&authToken={Uri.EscapeDataString(options.AuthToken)}";
                var request = new HttpRequestMessage(HttpMethod.Get, $"{options.Address.TrimEnd('/')}/api/getAds?{query}");
                // When a kept connection has broken, a request over it is sent twice.
                request.Headers.ConnectionClose = true;
                request.Headers.TryAddWithoutValidation("User-Agent", "adwarden-csharp/" + AdwardenClient.Version);
                if (sentTag != null) request.Headers.TryAddWithoutValidation("If-None-Match", sentTag);
                const HttpCompletionOption headersOnly = HttpCompletionOption.ResponseHeadersRead;
                using (var response = await Http.SendAsync(request, headersOnly, late).ConfigureAwait(false))
                using (late.Register(response.Dispose))
                {
                    return await ReadAsync(response, options.AppId, sentTag).ConfigureAwait(false);
                }
            }
            catch (Exception)
            {
                return new Request(); // the stored answer stays
            }
        }

        private static async Task<Request> ReadAsync(HttpResponseMessage response, string appId, string sentTag)
        {
            var done = new Request { ETag = HeaderOf(response, "ETag"), MaxAge = MaxAgeOf(response) };
            var status = (int)response.StatusCode;
            if (status == 200)
            {
                done.Ads = Answer.AdsOfBody(await ReadTextAsync(response.Content).ConfigureAwait(false), appId);
                if (done.Ads != null) done.Came = Kind.New;
            }
            else if (status == 304)
            {
                var isAnswer = sentTag != null && (done.ETag == null || done.ETag == sentTag);
                if (isAnswer) done.Came = Kind.Confirmed;
                done.DropTag = !isAnswer;
            }
            else if (status == 401) done.Came = Kind.Refused;
            else done.RetryAfter = RetryAfterOf(response);
            return done;
        }

        /// <summary>Reads UTF-8 to the end. Throws when it is longer than 64 KB or not UTF-8.</summary>
        private static async Task<string> ReadTextAsync(HttpContent content)
        {
            var body = await content.ReadAsStreamAsync().ConfigureAwait(false);
            var read = new MemoryStream();
            var part = new byte[4096];
            for (var count = -1; count != 0;)
            {
                count = await body.ReadAsync(part, 0, part.Length).ConfigureAwait(false);
                read.Write(part, 0, count);
                if (read.Length > LongestBody) throw new InvalidDataException("too long");
            }
            return new UTF8Encoding(false, true).GetString(read.ToArray());
        }

        private static string HeaderOf(HttpResponseMessage response, string name) =>
            response.Headers.TryGetValues(name, out var values) ? string.Join(", ", values) : null;

        private static long MaxAgeOf(HttpResponseMessage response)
        {
            var found = Regex.Match(HeaderOf(response, "Cache-Control") ?? "", @"(?i)(?:^|[\s,])max-age=""?([0-9]{1,9})");
            return found.Success ? Math.Min(Math.Max(long.Parse(found.Groups[1].Value), 1), Answer.LongestAge) : 30;
        }

        /// <summary>A date is compared with the server's own, because the clock of a phone may be wrong.</summary>
        private static long RetryAfterOf(HttpResponseMessage response)
        {
            var text = HeaderOf(response, "Retry-After") ?? "";
            if (!double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds))
            {
                var now = DateOf(HeaderOf(response, "Date")) ?? DateTimeOffset.UtcNow;
                seconds = ((DateOf(text) ?? now) - now).TotalSeconds;
            }
            return (long)Math.Min(Math.Max(seconds, 0), Answer.LongestAge);
        }

        private static DateTimeOffset? DateOf(string text) =>
            DateTimeOffset.TryParseExact(text, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var date)
                ? date : (DateTimeOffset?)null;
    }
}
