using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace Adwarden
{
    /// <summary>The outcome of a request: a new answer, a confirmed one, or a failure.</summary>
    internal sealed class Outcome
    {
        internal Dictionary<string, object> Ads; // null when the stored answer was confirmed
        internal string ETag;
        internal long MaxAge; // seconds

        internal AdwardenCause? Cause; // null when nothing failed
        internal string Message;
        internal bool IsRefusal; // the server itself refused, so it is asked less often
        internal long RetryAfter; // seconds; 0 when the server did not say
        internal bool DropTag; // the next request must not have a tag
        internal long? Date; // the server's time, in milliseconds since 1970

        /// <summary>Whether the server wants not to be asked. A 401 does not: it is about a token.</summary>
        internal bool IsHold => IsRefusal && Cause != AdwardenCause.Unauthorized;

        internal static Outcome Failed(AdwardenCause cause, string message) =>
            new Outcome { Cause = cause, Message = message };

        internal static Outcome NotOurs(int status) => Failed(
            AdwardenCause.NotOurs,
            $"{status}: The answer is not of an Adwarden server for this app. It may be the sign-in page of a network");

        /// <summary>Reads the answer to a request with `sentTag`, which is null when none was sent.</summary>
        internal static Outcome Of(Response response, string appId, string sentTag)
        {
            var tag = response.Header("ETag");
            if (response.Status == 304)
            {
                if (sentTag != null && (tag == null || Weak(tag) == Weak(sentTag)))
                    return new Outcome { MaxAge = HeaderValues.MaxAge(response.Header("Cache-Control")) };
                var notOurs = NotOurs(304);
                notOurs.DropTag = true;
                return notOurs;
            }
            if (response.Status / 100 == 3) return Redirected(response);
            var ads = response.Status == 200 ? Adwarden.Ads.OfBody(response.Body, appId) : null;
            if (ads != null)
                return new Outcome { Ads = ads, ETag = tag, MaxAge = HeaderValues.MaxAge(response.Header("Cache-Control")) };
            // The status alone says nothing: the sign-in page of a network may have any.
            return Adwarden.Ads.IsRefusal(response.Body) ? Refused(response) : NotOurs(response.Status);
        }

        /// <summary>An ETag without the mark that a filter on the way adds, such as one for gzip (RFC 9110, 8.8.3.2).</summary>
        private static string Weak(string tag) => tag.StartsWith("W/", StringComparison.Ordinal) ? tag.Substring(2) : tag;

        private static Outcome Redirected(Response response)
        {
            var host = Regex.Match(response.Header("Location") ?? "", @"\A(?i)https?://[^/?#]+");
            var to = host.Success ? host.Value : "another address";
            return Failed(AdwardenCause.Redirected, $"Redirected to {to}. The client does not follow redirects");
        }

        private static Outcome Refused(Response response)
        {
            var status = response.Status;
            var failed =
                status == 400
                    ? Failed(AdwardenCause.BadRequest, "400: The server does not understand the request. Check the app ID")
                : status == 401
                    ? Failed(AdwardenCause.Unauthorized, "401: The app ID or the auth token is wrong, or the app was deleted")
                : Failed(AdwardenCause.Refused, $"{status}: The server refused");
            failed.IsRefusal = true;
            var date = HeaderValues.Date(response.Header("Date"));
            failed.RetryAfter = HeaderValues.RetryAfter(response.Header("Retry-After"), date);
            failed.Date = date?.ToUnixTimeMilliseconds();
            return failed;
        }
    }
}
